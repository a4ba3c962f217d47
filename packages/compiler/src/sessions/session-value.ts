import { HostValue } from "@crucible/starlark";

/** `session(…)`: a conversation that several agent tasks continue. */
export class SessionValue extends HostValue {
  override readonly typeName = "session";
  readonly name: string;

  constructor(name: string) {
    super();
    this.name = name;
  }
}
