/** `[workflow]` and its `[[workflow.task]]` tables in a document of their own, as {@link printWorkflow} writes them. */
import type { LocatedDocument } from "../document/node.js";
import type { TableReader } from "../document/table-reader.js";
import { readInlineGraph } from "../manifest/inline-graph.js";
import { WORKFLOW_TYPES } from "../read/lane.js";
import type { PlanShape } from "./read-plan-file.js";
import { locatedTables } from "./read-tasks.js";
import { present } from "./values.js";
