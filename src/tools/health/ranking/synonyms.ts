/**
 * Words that mean the same to whoever asks for a tool, a group a line; the first stands for all. Words of several parts are written
 * with spaces. A word is in one group only.
 */
const GROUPS = `
delete, remove, erase, drop, discard, wipe, rm, destroy, dispose, obsolete, throw away, get rid of, clean up, tidy up, done with, no longer need, shut down, trash, unlink
session, notebook, sandbox, environment, env, jupyter
kernel, interpreter
repository, repo, workspace, project, codebase, code base, repos
function, method, procedure, func, routine, helper
class, struct, interface, enum, type
exception, error, crash, raise, throw, blow up, blow, die, traceback, stack trace, fail, failure, choke, break down, fall over, explode, blows up, unhandled, segfault
break, breaks, broke, broken
bug, defect, issue, fault, typo, buggy, mistake
reproduce, trigger, provoke, circumstance, circumstances
prove, proof, verify, verification, guarantee, formal, formally, correct, correctness, certain, certainty, mathematical, proven, sanity check, make sure, sure, confident, hold, satisfy
always, every input, all inputs, whatever input, any input, every case, all cases, never fail, never violated, for all
never, impossible, ever go, cannot
contract, precondition, postcondition, invariant, property, ensures, requires, spec, specification, assertion, assert, bounds
condition, ifs, nesting, decision, if statement, if statements, if else
equivalent, equivalence, same, identical, equal, interchangeable, alike, interchangeably, drop in, equivalently, agree
other, another
differ, disagree, differently, distinguish, versus, vs
behaviour, behavior, behave, behaves
refactor, refactoring, rewrite, rewrote, rewritten, optimise, optimize, optimisation, optimization, simplify, simplified, cleaned up, patched, rewriting, reimplement, reimplemented, reimplementation, port, ported, vectorize, vectorized, cleanup, optimized
search, seek, look for, looking for
find, locate, look up, spot
show, display, print, view, see, show me, tell me, give me, let me see, look at, dump
open, cat, contents, content
run, execute, launch, ran, invoke, rerun
compute, calculate, sort, evaluate, eval, calculation, computation, math, arithmetic, numerically, equation, solve, integrate, sympy, average, crunch, numbers, mean of, the mean, mean and, median, std, standard deviation, sum, calculator
plot, chart, histogram, scatter, graph of data, line chart, bar chart, pie chart
diagram, visualize, visualise, visualization, flowchart, mermaid
create, new, make, put together, spin up, set up, start a, open a, open an, begin, build
fresh, afresh, clean, empty, blank, anew, blank slate, from scratch, start over
separate, isolated, own, independent, parallel
switch, activate, change to
copy, duplicate, clone of
variant, alternative
version, versions
result, results, output, outputs
branch, branches
undo, return to, return, revert, roll back, variables back, data back, rollback, go back, bring back, back to, going back, come back, get back, turn back, time travel, recover, restore
earlier, previous, former, before, old, ago, last year, yesterday, an hour ago
snapshot, checkpoint, savepoint, save point, restore point, as they were, as it was, saved state
state, situation
save, store, stored, keep, preserve, persist, freeze the, back up, backup
interrupt, abort, cancel, halt, stop, kill, sigint, ctrl c, control c, terminate, break out, end it
stuck, forever, hang, frozen, wedged, infinite, endless, never finishes, never ends, takes too long, too long, does not finish, hanging, blocked, in a loop, timeout, timed out, loop forever, never returns, does not return, infinite loop, unresponsive, spinning
restart, reset, reboot, start it again, start again, power cycle, relaunch
respond, reacting, responsive, responsiveness, react, answer, ping, latency, heartbeat, sign of life
install, pip, dependency, requirements, wheel, whl, modulenotfounderror, importerror, no module named, dependencies, conda, poetry, not installed
package, library, numpy, pandas, scipy, sklearn, scikit learn, scikit, polars, tensorflow, pytorch, torch, beautifulsoup, opencv, pillow, pyyaml, matplotlib, seaborn
import, importable
meaning, semantic, concept, natural language, description
exact, literal, verbatim, exactly
text, string, occurrence, word, words
line, lines
regex, regexp, regular expression
grep, ripgrep, rg, ag
overview, map, structure, architecture, summarize, summary, layout, big picture, at a glance, tour, organized, structured, high level, orientation
important, matter, central
something, anything, thing, stuff, somebody, someone
unknown, unfamiliar, new here, onboard, onboarding
usage, reference, used, uses, use, usages, refer, caller, callers, call site, rely, depend on, depends on
mention, mentioned
call, callee, called, calls
transitive, transitively, chain, levels
define, definition, declare, declaration, implemented, implementation, lives
status, health, healthy, alive, dead
folder, directory, dir, tree
complexity, complicated, complex, cyclomatic, mccabe
unreachable, dead code, never runs, never execute, never run, never taken, never used, never executed, unused, always false
reach, reachable, taken, path
history, log
recent, recently, latest, last week, last month, this month, this week, lately, since
current, active, default
document, documentation, doc, docs, docstring, explain
signature, parameter, argument, parameters
complete, finish, completion, autocomplete, autocompletion, intellisense, suggest, suggestion
secret, credential, leaked, leak, api key, api keys
impact, affected, consequence
relevant, related, necessary, understand, background
gather, collect, assemble, bundle, pack
variable, variables, globals, namespace, dataframe
script, program, snippet
edit, modify, change, update, replace, apply, fix
write, put, upload, place, add
url, github, gitlab, link
remote, upstream, origin, external, mirror
download, fetch, pull, bring in, check out, checkout
ram, heap, consumption, in memory, much memory, memory of, memory does, memory use, memory usage, memory consumption, memory limit, memory leak
remember, remembered, memorize, recall, note, notes, note down, jot down, write down, write that down, write it down, keep in mind, keep that in mind, keep it in mind, bear in mind, learn that, from now on, next time, next chat, memories
told you, told, i tell you, i give you, i gave you, i said, we decided, decided, agreed, agreed on
forget, unlearn, no longer remember
busy, running now, idle
size, big, large, disk, space, quota
index, indexing, indexed
skip, skipped, missing, left out
prompt, llm, agent
release, tag, released, milestone
exist, exists, do i have, have i, i own, are there, is there, do we have, does it have, have i got
image, picture, png, screenshot
commit, changeset, check in
handle, responsible, in charge of, takes care of, deals with, take care of, dealt with, logic for
changes, changed, modified, modification, modifications, edits
file, log file, logfile
author, who wrote, who changed, developer, colleague, coworker, teammate, programmer, who did that, to blame, whose, whom
git, version control, vcs, source control
outdated, stale, out of date
produce, produced, generated, wrote, result file, left over
conversation, discussion, dialogue, dialog, talk, discuss
model, gemini, claude, gpt, language model, openai, anthropic
second mind, second model, second opinion
hypothesis, theory, guess, suspicion, assumption, explanation, hypotheses, theories, suspect
bottleneck, slow, hotspot, hot spot, expensive, profile, profiler
impact, blast radius, affected, affects, downstream
`;

/** The words of each group, in lower case, the one that stands for it first. */
export const SYNONYMS: readonly (readonly string[])[] = GROUPS.trim()
  .split('\n')
  .map((line) => line.split(', '));
