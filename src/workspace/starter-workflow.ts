/** What `akm workflow create` writes: two commands that run anywhere, and a gate to switch on. */
export function starterWorkflow(name: string): string {
  return `---
type: workflow
description: Say what this workflow is for
params:
  who: { type: string, default: world, description: Whom to greet }
steps:
  - id: prepare
    unit:
      exec:
        command: [node, -e, "console.log(JSON.stringify({ who: JSON.parse(process.env.AKM_PARAMS).who }))"]
      output: { type: object, properties: { who: { type: string } }, required: [who] }
  - id: greet
    inputs: [steps.prepare.output.who]
    unit:
      exec:
        command: [node, -e, "console.log('Hello, ' + Object.values(JSON.parse(process.env.AKM_INPUTS))[0] + '!')"]
outputs:
  greeting: { from: steps.greet.output }
---

# ${titleOf(name)}

What stands here, before the first step, is for readers. Nothing of it is run.

## prepare

Prints one JSON object. The step declares an \`output\` schema, so what it prints is checked.

## greet

Reads what \`prepare\` handed on from the variable AKM_INPUTS.

<!--
A gate lets a judge look at what a step made before the run goes on. It needs an engine to ask, named by
\`akm config set workflow.judgeEngine <name>\`. To use it, put these lines below, outside this comment:

### gate

- The greeting names the person who was asked for.
-->
`;
}

/** What \`akm init\` writes, so that there is something to run at once. */
export const HELLO_WORKFLOW = `---
type: workflow
description: Greets every name it is given, then counts the greetings
params:
  names: { type: array, items: { type: string }, default: [Ada, Grace, Linus], description: Whom to greet }
steps:
  - id: greet
    map:
      over: params.names
      unit:
        exec:
          command: [node, -e, "console.log('Hello, ' + JSON.parse(process.env.AKM_ITEM) + '!')"]
  - id: count
    inputs: [steps.greet.output]
    unit:
      exec:
        command: [node, -e, "console.log(Object.values(JSON.parse(process.env.AKM_INPUTS))[0].length)"]
      output: { type: integer }
outputs:
  greetings: { from: steps.greet.output }
  count: { from: steps.count.output }
---

# Hello

Try it: \`akm workflow run workflows/hello --names Ada --names Grace\`.

## greet

Runs once for each name; the name is in the variable AKM_ITEM.

## count

Counts what \`greet\` collected.
`;

function titleOf(name: string): string {
  const words = (name.split("/").at(-1) ?? name).split(/[-_]+/).filter((word) => word !== "");
  return words.length === 0 ? name : [capitalized(words[0] ?? ""), ...words.slice(1)].join(" ");
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
