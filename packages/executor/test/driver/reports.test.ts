/** Reports: who takes them is not there yet, and a report says so instead of pretending. */
import { command, planOf, printing, report, Testbed } from "@crucible/testing";
import { describe, expect, it } from "vitest";
import { rowOf } from "./support.js";

describe("a report", () => {
  it("EPI-012, EPI-013: fails as not supported yet, delivers nothing, and stops neither verdict nor epilogue", async () => {
    const bed = new Testbed({ commands: { work: printing({}), clean: printing({}) } });
    const finished = await bed.run(
      planOf([command("work"), report("tell"), command("clean", { stage: "epilogue" })]),
    );
    expect(rowOf(finished, "tell")).toMatchObject({
      status: "fail",
      attempts: 1,
      cost_usd: 0,
      note: "report delivery is not supported yet",
    });
    expect(bed.publisher.delivered.size).toBe(0);
    expect(rowOf(finished, "clean").status).toBe("pass");
    expect(finished.result).toMatchObject({ verdict: "valid", outcome: "finished" });
  });
});
