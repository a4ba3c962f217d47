/** A process whose output and feedback a test writes. */
import type { Process } from "@crucible/core";

export class FakeProcess implements Pick<Process, "stdout" | "feedback"> {
  output: Uint8Array = new Uint8Array();
  usage: Uint8Array = new Uint8Array();
  /** How much is given at a time. */
  pieceBytes = 1_048_576;
  /** Offsets and lengths of standard output that were asked for. */
  readonly reads: [number, number][] = [];

  print(text: string): void {
    this.output = Buffer.concat([this.output, Buffer.from(text)]);
  }

  spend(text: string): void {
    this.usage = Buffer.concat([this.usage, Buffer.from(text)]);
  }

  async stdout(from: number, bytesMax: number): Promise<Uint8Array> {
    this.reads.push([from, bytesMax]);
    return this.output.slice(from, from + bytesMax);
  }

  async feedback(_variable: string, from: number): Promise<Uint8Array> {
    return this.usage.slice(from, from + this.pieceBytes);
  }
}
