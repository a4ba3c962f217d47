/** The sample plan of every kind and field, as a plan file can hold it. */
import { compareText, type PlanDraft } from "@crucible/core";
import { sampleDraft } from "../../../core/test/sample-plan.js";

const { result: _result, historyRecord: _record, ...rest } = sampleDraft;

export const sampleFile: PlanDraft = {
  ...rest,
  lane: "plan_file",
  settings: [],
  params: rest.params
    .map((param) => ({ ...param, supplied: false }))
    .sort((a, b) => compareText(a.name, b.name)),
};

/** The same without the parameter that TOML cannot write. */
export const sampleFileInToml: PlanDraft = {
  ...sampleFile,
  params: sampleFile.params.filter(({ value }) => value !== null),
};
