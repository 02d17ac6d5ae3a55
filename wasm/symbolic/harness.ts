/** The Python that the engine runs on CPython, as the Worker has it. */
import init from '../../src/symbolic/replay/harness/__init__.py';
import branches from '../../src/symbolic/replay/harness/branches.py';
import calls from '../../src/symbolic/replay/harness/calls.py';
import comparison from '../../src/symbolic/replay/harness/comparison.py';
import conditionNames from '../../src/symbolic/replay/harness/condition_names.py';
import conditions from '../../src/symbolic/replay/harness/conditions.py';
import contractLibraries from '../../src/symbolic/replay/harness/contract_libraries.py';
import environment from '../../src/symbolic/replay/harness/environment.py';
import helpers from '../../src/symbolic/replay/harness/helpers.py';
import judge from '../../src/symbolic/replay/harness/judge.py';
import loader from '../../src/symbolic/replay/harness/loader.py';
import machineLimits from '../../src/symbolic/replay/harness/machine_limits.py';
import meter from '../../src/symbolic/replay/harness/meter.py';
import module from '../../src/symbolic/replay/harness/module.py';
import names from '../../src/symbolic/replay/harness/names.py';
import objects from '../../src/symbolic/replay/harness/objects.py';
import obligations from '../../src/symbolic/replay/harness/obligations.py';
import oracle from '../../src/symbolic/replay/harness/oracle.py';
import packages from '../../src/symbolic/replay/harness/packages.py';
import type { HarnessSources } from '../../src/symbolic/replay/harness/program.ts';
import pytestModule from '../../src/symbolic/replay/harness/pytest_module.py';
import replay from '../../src/symbolic/replay/harness/replay.py';
import report from '../../src/symbolic/replay/harness/report.py';
import results from '../../src/symbolic/replay/harness/results.py';
import sameness from '../../src/symbolic/replay/harness/sameness.py';
import session from '../../src/symbolic/replay/harness/session.py';
import shrink from '../../src/symbolic/replay/harness/shrink.py';
import values from '../../src/symbolic/replay/harness/values.py';
import wording from '../../src/symbolic/replay/harness/wording.py';

/** All files of the folder. */
export const HARNESS: HarnessSources = {
  __init__: init,
  branches,
  calls,
  comparison,
  condition_names: conditionNames,
  conditions,
  contract_libraries: contractLibraries,
  environment,
  helpers,
  judge,
  loader,
  machine_limits: machineLimits,
  meter,
  module,
  names,
  objects,
  obligations,
  oracle,
  packages,
  pytest_module: pytestModule,
  replay,
  report,
  results,
  sameness,
  session,
  shrink,
  values,
  wording,
};
