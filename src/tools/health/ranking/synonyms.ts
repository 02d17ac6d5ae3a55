/**
 * Words that mean the same to whoever asks for a tool, a group a line; the first stands for all. Words of several parts are written
 * with spaces. A word is in one group only.
 */
const GROUPS = `
delete, remove, erase, drop, discard, wipe, rm, destroy, dispose, throw away, get rid of, clean up, tidy up, done with
session, notebook, sandbox, environment, env, jupyter
kernel, interpreter
repository, repo, workspace, project, codebase, code base, repos
function, method, procedure, func, routine, helper
class, struct, interface, enum
exception, error, crash, raise, throw, blow up, blow, die, traceback, stack trace
bug, defect, issue
prove, proof, verify, verification, guarantee, formal, formally, correct, correctness, certain
always, every input, all inputs, whatever input, any input, every case, all cases, never fail, never violated
contract, precondition, postcondition, invariant, property, ensures, requires, spec, specification, assertion, assert, bounds, condition
equivalent, equivalence, same, identical, equal, interchangeable, alike
differ, different, difference, disagree, differently, distinguish
behaviour, behavior, behave, behaves, result, results, semantics
refactor, refactoring, rewrite, rewrote, rewritten, optimise, optimize, optimisation, optimization, simplify, simplified, cleaned up
search, seek, look for, looking for
find, locate, look up, spot
show, display, print, view, see, show me, tell me, give me, let me see, look at
open, cat, contents, content
run, execute, launch, ran, invoke
compute, calculate, evaluate, eval, calculation, computation, math, arithmetic, numerically, equation, solve
plot, chart, histogram, scatter, matplotlib
diagram, visualize, visualise, visualization, flowchart, mermaid, draw
create, new, make, spin up, set up, start a, open a, open an
fresh, afresh, clean, empty, blank, anew
separate, isolated, own, independent, parallel
copy, duplicate, clone of, variant, alternative
undo, revert, roll back, rollback, go back, bring back, back to, going back, come back, get back, turn back, time travel
earlier, previous, former, before
state, snapshot, checkpoint, savepoint, save point, as they were, as it was
save, store, keep, preserve, persist, remember, freeze the, back up, backup
interrupt, abort, cancel, halt, stop, kill, sigint, ctrl c, control c, terminate, break out, end it
stuck, hang, frozen, wedged, infinite, endless, never finishes, never ends, takes too long, too long, does not finish, hanging, blocked
restart, reset, reboot
respond, response, responsive, responsiveness, react, answer, ping, latency
install, pip, dependency, requirements, wheel, whl
package, library, numpy, pandas, scipy, sklearn
import, importable
meaning, semantic, concept, natural language, description
exact, literal, verbatim, exactly
text, string, occurrence, word
regex, regexp, regular expression
grep, ripgrep, rg, ag
overview, map, structure, architecture, summarize, summary, layout, big picture, at a glance, tour, organized, structured, high level, orientation
something, anything, thing, stuff, somebody, someone
unknown, unfamiliar, new here, onboard, onboarding
usage, reference, used, uses, use, usages, refer, mention, mentioned, caller, call site, needs, rely, depend on, depends on
call, callee, called
define, definition, declare, declaration, implemented, implementation, lives
status, health, healthy, alive
folder, directory, dir, tree
complexity, complicated, complex, cyclomatic, mccabe
unreachable, dead, never runs, never execute, never run, never taken, never used, never executed, unused
reach, reachable, taken, path
branch coverage, every branch, each branch, if else, if and else, each if
history, log
recent, recently, latest, last week, last month, this month, this week, lately
current, active, default
document, documentation, doc, docs, docstring, help, explain
signature, parameter, argument, parameters, takes
complete, completion, autocomplete, autocompletion, intellisense, suggest, suggestion
secret, credential, leaked, leak, api key
impact, affected, consequence
relevant, related, necessary, understand
variable, variables, globals, namespace, dataframe
script, program
edit, modify, change, update, replace, patch, apply
write, put, upload, place, add
url, github, gitlab, https, link
remote, upstream, origin, external, mirror
download, fetch, pull, bring in, clone
memory, ram, heap
busy, running now, idle
disk, space, quota
index, indexing, indexed
skip, skipped, missing
author, who wrote, who changed
prompt, llm, agent
version, release
produce, produced, generated, wrote, output, outputs, result file
`;

/** The words of each group, in lower case, the one that stands for it first. */
export const SYNONYMS: readonly (readonly string[])[] = GROUPS.trim()
  .split('\n')
  .map((line) => line.split(', '));
