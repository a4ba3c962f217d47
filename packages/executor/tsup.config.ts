import { library } from "../../tsup.shared.js";

export default library(["src/index.ts", "src/machine/index.ts"]);
