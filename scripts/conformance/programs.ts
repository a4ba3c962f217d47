/**
 * Makes programs that every Starlark should run alike: ASCII, values of all common types, and now and then a value of the
 * wrong type, so that errors are compared too. A seed gives the same program everywhere.
 */

/** Numbers from 0 up to, and without, `end`; the same for the same seed. */
type Chance = (end: number) => number;

function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  return (end) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % end;
  };
}

/** The program of a seed. */
export function programOf(seed: number): string {
  return new Program(chanceOf(seed)).text();
}

type Type = "int" | "float" | "string" | "bool" | "list" | "tuple" | "dict" | "set";

const TYPES: readonly Type[] = [
  "int",
  "int",
  "string",
  "string",
  "bool",
  "list",
  "list",
  "tuple",
  "dict",
  "set",
  "float",
];

/** One in so many places holds a value of any type. */
const SURPRISE = 200;

const LITERALS: Readonly<Record<"int" | "float" | "string" | "bool", readonly string[]>> = {
  int: [
    "0",
    "1",
    "2",
    "3",
    "-1",
    "-2",
    "7",
    "10",
    "255",
    "1000",
    "(1 << 40)",
    "0x1f",
    "-9007199254740993",
  ],
  float: ["0.0", "1.5", "-2.25", "1e10", "0.1", "3.0", "1e-7", "123456789.0"],
  string: [
    '""',
    '"a"',
    '"b"',
    '"ab"',
    '"abc"',
    '"Hello World"',
    '"x,y,,z"',
    '" padded "',
    '"a-b_c"',
    '"%"',
    '"12"',
    "'it\\'s'",
    '"two\\nlines"',
    '"Title Case"',
    '"ABC"',
  ],
  bool: ["True", "False"],
};

/** What gives a value of the type: `{int}` and its kin stand for expressions, `{any}` for one of any type. */
const FORMS: Readonly<Record<Type, readonly string[]>> = {
  int: [
    "({int} + {int})",
    "({int} - {int})",
    "({int} * {int})",
    "({int} // {int})",
    "({int} % {int})",
    "({int} & {int})",
    "({int} | {int})",
    "({int} ^ {int})",
    "(-{int})",
    "(~{int})",
    "({int} << {small})",
    "({int} >> {small})",
    "len({string})",
    "len({list})",
    "len({dict})",
    "int({float})",
    "int({bool})",
    "{string}.find({string})",
    "{string}.rfind({string})",
    "{string}.count({string})",
    "([7] + {list}).index(7)",
    "max({int}, {int})",
    "min([{int}, {int}, {int}])",
    'ord(({string} + "z")[0])',
    "hash({string})",
    "({int} if {bool} else {int})",
    "{dict}.get({string}, {int})",
    "(lambda x, y = {int}: x + y)({int})",
    "len(set({list}))",
    "len(range({small}, 1000, {step}))",
  ],
  float: [
    "({float} + {int})",
    "({float} * {float})",
    "({int} / {int})",
    "float({int})",
    "({float} // {float})",
    "({float} % {float})",
    "(-{float})",
    "float({bool})",
  ],
  string: [
    "({string} + {string})",
    "({string} * {small})",
    "str({any})",
    "repr({any})",
    "type({any})",
    "{string}.upper()",
    "{string}.lower()",
    "{string}.strip()",
    "{string}.title()",
    "{string}.capitalize()",
    "{string}.replace({string}, {string})",
    "{string}[{small}:]",
    "{string}[{small}:{step}]",
    "{string}[::{step}]",
    '("%s" % {any})',
    '("%d-%s" % ({int}, {any}))',
    '("%r %x" % ({any}, {int}))',
    '"{} {}".format({any}, {any})',
    '"{1}{0}".format({any}, {string})',
    '"{a!r}".format(a = {any})',
    "{string}.join([{string}, {string}])",
    "{string}.partition({string})[{small}]",
    "{string}.lstrip({string})",
    "{string}.rstrip({string})",
    "({string} if {bool} else {string})",
    "({string} or {string})",
    '{string}.split(",")[0]',
    "chr(97 + {small})",
  ],
  bool: [
    "({int} == {int})",
    "({int} < {int})",
    "({string} < {string})",
    "({list} == {list})",
    "({any} == {any})",
    "({any} != {any})",
    "({string} in {string})",
    "({int} in {list})",
    "({string} not in {dict})",
    "(not {any})",
    "({bool} and {bool})",
    "({bool} or {bool})",
    "bool({any})",
    "{string}.startswith({string})",
    "{string}.endswith(({string}, {string}))",
    "{string}.isdigit()",
    "{string}.isalpha()",
    "{string}.isupper()",
    "{string}.istitle()",
    "{string}.isspace()",
    "any({list})",
    "all({list})",
    "({float} <= {int})",
    "({tuple} < {tuple})",
    "({list} >= {list})",
    "hasattr({any}, {attribute})",
    "({int} in range({small}, -9, {step}))",
  ],
  list: [
    "[{int}, {int}, {int}]",
    "[{int}]",
    "[]",
    "({list} + {list})",
    "({list} * {small})",
    "{list}[{small}:]",
    "{list}[::{step}]",
    "sorted({list})",
    "sorted([{string}, {string}], reverse = {bool})",
    "reversed({list})",
    "list({tuple})",
    "list(range({small}))",
    "{dict}.keys()",
    "{dict}.values()",
    "{string}.split({string})",
    "{string}.splitlines()",
    "[x * 2 for x in {list} if x]",
    "[(x, y) for x in {list} for y in {tuple}]",
    "list({string}.elems())",
    "sorted({list}, key = lambda x: -x)",
    "list(enumerate({list}))",
    "zip({list}, {tuple})",
    '{string}.rsplit(",", {small})',
    "[{any}, {any}]",
    "list({set})",
  ],
  tuple: [
    "({int}, {int})",
    "({int},)",
    "()",
    "({tuple} + {tuple})",
    "({tuple} * {small})",
    "tuple({list})",
    "{tuple}[{small}:]",
    "{string}.rpartition({string})",
  ],
  dict: [
    "{}",
    "{{string}: {int}}",
    '{"a": {any}, "b": {any}}',
    "dict(a = {int}, b = {any})",
    "{x: {any} for x in [{string}, {string}]}",
    "dict([({string}, {any})])",
    "dict({dict}, c = {int})",
  ],
  set: ["set({list})", "set()", "({set} | {set})", "set([{int}, {string}])", "{set}.union({list})"],
};

const CHANGES: readonly string[] = [
  "{list}.append({any})",
  "{list}.extend({list})",
  "{list}.insert({small}, {any})",
  "{list}.pop()",
  "{list}.remove({int})",
  "{list}.clear()",
  "{list} += {list}",
  "{list}[0] = {any}",
  "{dict}.update({dict})",
  "{dict}[{string}] = {any}",
  "{dict}.setdefault({string}, {any})",
  "{dict}.pop({string}, None)",
  "{dict}.popitem()",
  "{int} += {int}",
  "{string} += {string}",
  "{int} *= {int}",
  "{int} -= {int}",
  "{int} //= {int}",
];

const ATTRIBUTES = ['"append"', '"upper"', '"keys"', '"elems"', '"nothing"'];

class Program {
  private readonly chance: Chance;
  private readonly lines: string[] = [];
  private variables: (readonly [name: string, type: Type])[] = [];
  private names = 0;

  constructor(chance: Chance) {
    this.chance = chance;
  }

  text(): string {
    const count = 4 + this.chance(10);
    for (let index = 0; index < count; index++) this.statement(0, "");
    for (const [name] of this.variables.slice(-5)) this.lines.push(`print(${name})`);
    return `${this.lines.join("\n")}\n`;
  }

  private pick<Item>(items: readonly Item[]): Item {
    return items[this.chance(items.length)] as Item;
  }

  private fresh(): string {
    return `v${this.names++}`;
  }

  private statement(depth: number, indent: string): void {
    const kind = this.chance(depth > 1 ? 6 : 11);
    if (kind < 3) this.assign(indent);
    else if (kind === 3) this.lines.push(`${indent}print(${this.any(3)})`);
    else if (kind < 6) this.change(indent);
    else if (kind < 8) this.loop(depth, indent);
    else if (kind === 8) this.choice(depth, indent);
    else if (kind === 9) this.define(depth, indent);
    else this.unpack(indent);
  }

  private assign(indent: string): void {
    const type = this.pick(TYPES);
    const value = this.expression(type, 3);
    const name = this.fresh();
    this.lines.push(`${indent}${name} = ${value}`);
    this.variables.push([name, type]);
  }

  /** Changes a variable; the first field of a change is the variable itself. */
  private change(indent: string): void {
    const form = this.pick(CHANGES);
    const type = /\{(\w+)\}/.exec(form)?.[1] as Type;
    const fitting = this.variables.filter(([, own]) => own === type);
    if (fitting.length === 0) {
      this.assign(indent);
      return;
    }
    const [name] = this.pick(fitting);
    this.lines.push(indent + this.filled(form.replace(/\{\w+\}/, name), 2));
  }

  private loop(depth: number, indent: string): void {
    const name = this.fresh();
    const overInts = this.chance(2) === 0;
    const source = overInts ? `range(${this.chance(5)})` : this.expression("list", 2);
    this.lines.push(`${indent}for ${name} in ${source}:`);
    this.block(depth, indent, overInts ? [[name, "int"]] : []);
    if (this.chance(4) > 0) return;
    this.lines.push(`${indent}    if ${this.expression("bool", 1)}:`);
    this.lines.push(`${indent}        ${this.pick(["break", "continue"])}`);
  }

  private choice(depth: number, indent: string): void {
    this.lines.push(`${indent}if ${this.expression("bool", 2)}:`);
    this.block(depth, indent, []);
    if (this.chance(2) === 0) return;
    this.lines.push(`${indent}else:`);
    this.block(depth, indent, []);
  }

  /** A block whose variables are forgotten behind it, since it may not have run. */
  private block(
    depth: number,
    indent: string,
    own: readonly (readonly [name: string, type: Type])[],
  ): void {
    const { variables } = this;
    this.variables = [...variables, ...own];
    const count = 1 + this.chance(2);
    for (let index = 0; index < count; index++) this.statement(depth + 1, `${indent}    `);
    this.variables = variables;
  }

  private define(depth: number, indent: string): void {
    const name = `f${this.names++}`;
    const [a, b] = [this.fresh(), this.fresh()];
    const [parameters, call] = this.pick([
      [`${a}, ${b}`, "{int}, {int}"],
      [`${a}, ${b} = 2`, "{int}"],
      [`${a}, *${b}`, "{int}, {any}, {any}"],
      [`${a}, **${b}`, "{int}, x = {any}"],
      [`${a}, *, ${b} = 1`, `{int}, ${b} = {int}`],
      [`${a}, ${b}`, "*[{int}, {int}]"],
      [`${a}, ${b}`, "{int}"],
    ] as const);
    const { variables } = this;
    this.lines.push(`${indent}def ${name}(${parameters}):`);
    this.variables = [...variables.filter(() => this.chance(2) === 0), [a, "int"]];
    if (this.chance(2) === 0) this.statement(depth + 1, `${indent}    `);
    this.lines.push(`${indent}    return ${this.pick([`(${b}, ${this.any(2)})`, this.any(2)])}`);
    this.variables = variables;
    this.lines.push(`${indent}print(${name}(${this.filled(call, 1)}))`);
  }

  private unpack(indent: string): void {
    const [a, b] = [this.fresh(), this.fresh()];
    const form = this.pick(["{int}, {int}", "[{int}, {int}]", "({int}, {int})", "{tuple}"]);
    this.lines.push(`${indent}${a}, ${b} = ${this.filled(form, 1)}`);
    this.variables.push([a, "int"], [b, "int"]);
  }

  private any(depth: number): string {
    return this.chance(12) === 0 ? "None" : this.expression(this.pick(TYPES), depth);
  }

  private expression(wanted: Type, depth: number): string {
    const type = this.chance(SURPRISE) === 0 ? this.pick(TYPES) : wanted;
    const fitting = this.variables.filter(([, own]) => own === type);
    if (fitting.length > 0 && this.chance(3) === 0) return this.pick(fitting)[0];
    if (depth > 0) return this.filled(this.pick(FORMS[type]), depth - 1);
    if (type === "int" || type === "float" || type === "string" || type === "bool") {
      return this.pick(LITERALS[type]);
    }
    return { list: "[1, 2, 3]", tuple: "(1, 2)", dict: '{"a": 1}', set: "set([1, 2])" }[type];
  }

  private filled(form: string, depth: number): string {
    return form.replace(
      /\{(int|float|string|bool|list|tuple|dict|set|any|small|step|attribute)\}/g,
      (_field, kind) => {
        if (kind === "any") return this.any(depth);
        if (kind === "small") return String(this.chance(4));
        if (kind === "step") return this.pick(["1", "2", "-1", "-2"]);
        if (kind === "attribute") return this.pick(ATTRIBUTES);
        return this.expression(kind as Type, depth);
      },
    );
  }
}
