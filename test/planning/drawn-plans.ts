/** Plans to be drawn, as tests write them. */

import type { DrawnPlan } from '../../src/planning/diagrams/diagram.ts';
import { networkOf } from '../../src/planning/graph/network.ts';
import { scheduleOf } from '../../src/planning/graph/schedule.ts';
import type { StepState } from '../../src/planning/graph/states.ts';
import { type GivenStep, headSchema, type Step, stepSchema } from '../../src/planning/plan.ts';

/** A step, with an identity of its number. */
export function step(number: number, more: Partial<GivenStep> = {}): Step {
  const given = stepSchema.parse({ number, description: `Step ${number}`, type: 'file_edit', ...more });
  return { ...given, id: `step-${number}` };
}

/** The plan of these steps, scheduled by their estimates; steps without one take no time. */
export function drawnPlan(
  steps: readonly Step[],
  { goal = 'A goal', states = {} }: { goal?: string; states?: Readonly<Record<number, StepState>> } = {},
): DrawnPlan {
  const durations = steps.map((one) => one.estimated_duration_ms ?? 0);
  const { begins, critical } = scheduleOf(networkOf(steps), durations);
  const byNumber = (values: readonly number[]) =>
    new Map(steps.map(({ number }, index) => [number, values[index] ?? 0]));
  return {
    head: headSchema.parse({ goal }),
    steps,
    states: new Map(steps.map(({ number }) => [number, states[number] ?? 'pending'])),
    startsAt: byNumber(begins),
    durations: byNumber(durations),
    critical,
  };
}

/** Texts that mean something to some grammar, and those of languages, that a label has to survive. */
export const HOSTILE_TEXTS = [
  'end',
  'End the session; end',
  'say "hello" and \'bye\'',
  '"];\n click s1 "javascript:alert(1)"',
  '`code` **bold** _it_ __init__ snake_case',
  '"`**markdown**`"',
  '<script>alert(1)</script> <br/> &lt;b&gt; &amp;',
  '%% a comment',
  '100% of %%{init: {"theme": "dark"}}%%',
  '---\ntitle: x\n---',
  'style a: x#34; fill:#fff; classDef b: y#1;',
  'classDef end fill:#fff;',
  'subgraph x[y] --> z',
  'a-->|b|c ==> d -.-> e & f ::: g @{ shape: circle }',
  '[brackets] (round) {curly} ((double)) [/slanted\\] >flag]',
  'section Two',
  'title: another',
  'done, crit, s1, 2020-01-01, 3d : active',
  '2020-01-01 is a date',
  'click s1 call f()',
  'back\\slash \\n new',
  '#35; #quot; #9829; ﬂ°°34¶ß',
  '$$x^2$$ fa:fa-car https://example.org www.example.org a@b.org',
  '1. a list - item + item * item # heading > quote | table ~strike~',
  'عربي שלום \u202eright to left\u202c \u2067isolate\u2069',
  '👩‍👩‍👧‍👦 🏳️‍🌈 é e\u0301 日本語 ÷ § ✓',
  '\ud800 lonely \udc00 halves',
  'tab\tnew\r\nline\u2028separator\u0000nul\u0085next',
  'x'.repeat(1500),
  '"'.repeat(300),
  '\u202e',
] as const;
