import { library } from "../../tsup.shared.js";

export default library([
  "src/index.ts",
  "src/diagnostics/index.ts",
  "src/wire/index.ts",
  "src/digest/sha256-node.ts",
  "src/digest/sha256-portable.ts",
]);
