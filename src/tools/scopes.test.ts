import { expect, it } from 'vitest';
import type { Scope } from '../auth/scope.ts';
import { CATALOG } from './catalog.ts';

/** What tools do, what that needs, and which tools do it: one that does several things is named at each. */
const EFFECTS: readonly { readonly effect: string; readonly scope: Scope; readonly tools: readonly string[] }[] = [
  {
    effect: 'only reads',
    scope: 'read',
    tools: [
      'blame',
      'call_graph',
      'call_tool',
      'certification_report',
      'check_answer',
      'check_invariants',
      'check_kernel_responsiveness',
      'check_trace',
      'code_completion',
      'codebase_retrieval',
      'compare_plan_versions',
      'cross_system_impact',
      'diff_refs',
      'export_plan',
      'find_references',
      'find_symbol',
      'find_tools',
      'generate_test_cases',
      'get_context_for_prompt',
      'get_conversation_status',
      'get_file',
      'get_kernel_health',
      'get_model_info',
      'get_plan_history',
      'get_plan_status',
      'get_reactive_findings',
      'get_reactive_status',
      'get_review_telemetry',
      'get_scaffold',
      'get_workspace_info',
      'git_commit_retrieval',
      'health_check',
      'health_summary',
      'index_status',
      'inspect_object',
      'list_checkpoints',
      'list_conversations',
      'list_files',
      'list_memories',
      'list_plans',
      'list_scaffolds',
      'list_sessions',
      'list_variables',
      'list_workspace_files',
      'list_workspaces',
      'load_plan',
      'next_steps',
      'read_file',
      'repo_map',
      'run_static_analysis',
      'scrub_secrets',
      'search_code',
      'semantic_search',
      'show_commit',
      'solve_with_reference',
      'validate_content',
      'visualize_plan',
    ],
  },
  {
    effect: 'runs code that a caller wrote',
    scope: 'run',
    tools: [
      'analyze_branches',
      'check_workspace',
      'compare_behaviour',
      'compare_functions',
      'complete_step',
      'continue_conversation',
      'escalate_analysis',
      'execute_plan_step',
      'find_path_to_exception',
      'hypothesis_test',
      'performance_bottleneck',
      'resume_reactive_review',
      'review_commit',
      'review_diff',
      'run_hypothesis_tournament',
      'run_python_code',
      'run_script',
      'run_tests',
      'start_conversation',
      'start_reactive_review',
      'symbolic_check',
      'trace_execution_path',
    ],
  },
  {
    effect: 'changes sessions, reviews, conversations or certifications',
    scope: 'run',
    tools: [
      'cancel_reactive_review',
      'checkpoint_session',
      'continue_conversation',
      'create_session',
      'delete_file',
      'delete_session',
      'finalize_conversation',
      'fork_conversation',
      'fork_session',
      'get_certification',
      'install_dependencies',
      'interrupt_execution',
      'pause_reactive_review',
      'refresh_mount',
      'restart_kernel',
      'restore_session',
      'resume_reactive_review',
      'run_python_code',
      'run_script',
      'save_script',
      'set_model',
      'start_certification',
      'start_conversation',
      'start_reactive_review',
      'switch_session',
      'write_file',
    ],
  },
  {
    effect: 'changes a plan',
    scope: 'write',
    tools: [
      'cancel_plan',
      'complete_step',
      'delete_plan',
      'execute_plan_step',
      'fail_step',
      'fork_plan',
      'generate_plan',
      'merge_plan',
      'request_approval',
      'respond_approval',
      'rollback_plan',
      'save_plan',
      'skip_step',
      'start_step',
      'update_plan',
    ],
  },
  {
    effect: 'changes a repository or its memories',
    scope: 'write',
    tools: [
      'add_memory',
      'commit_files',
      'delete_files',
      'execute_plan_step',
      'import_repository',
      'put_files',
      'review_memory_suggestions',
    ],
  },
  {
    effect: 'ends a workspace',
    scope: 'admin',
    tools: ['delete_workspace'],
  },
];

it.each(CATALOG)('$name needs the scope of everything that it does', ({ name, scopes }) => {
  const does = EFFECTS.filter(({ tools }) => tools.includes(name));
  expect(does).not.toEqual([]);
  expect(new Set(scopes)).toEqual(new Set(does.map(({ scope }) => scope)));
});

it('names no tool that there is not', () => {
  const names = new Set(CATALOG.map(({ name }) => name));
  expect(EFFECTS.flatMap(({ tools }) => tools).filter((name) => !names.has(name))).toEqual([]);
});

it('no tool that may change anything is called with the scope read', () => {
  for (const { name, scopes, definition, passesOn } of CATALOG) {
    // A call that is passed on needs the scope of the tool that it reaches.
    if (scopes.includes('read') && passesOn === undefined)
      expect([name, definition.annotations?.readOnlyHint]).toEqual([name, true]);
  }
});
