import { BytesElements, type StarlarkBytes } from "../values/bytes.js";
import { type Methods, methodTable } from "./method-table.js";

export const BYTES_METHODS: Methods<StarlarkBytes> = methodTable<StarlarkBytes>([
  ["elems()", ({ bytes }) => new BytesElements(bytes)],
]);
