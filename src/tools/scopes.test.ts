import { expect, it } from 'vitest';
import { SCOPES, type Scope } from '../auth/scope.ts';
import { CATALOG } from './catalog.ts';

/** What the call of each tool needs. */
const TOOLS: Readonly<Record<Scope, readonly string[]>> = {
  read: [
    'blame',
    'call_graph',
    'call_tool',
    'check_invariants',
    'check_kernel_responsiveness',
    'code_completion',
    'codebase_retrieval',
    'cross_system_impact',
    'diff_refs',
    'find_references',
    'find_symbol',
    'find_tools',
    'get_context_for_prompt',
    'get_conversation_status',
    'get_file',
    'get_kernel_health',
    'get_model_info',
    'get_reactive_findings',
    'get_reactive_status',
    'get_review_telemetry',
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
    'list_sessions',
    'list_variables',
    'list_workspace_files',
    'list_workspaces',
    'read_file',
    'repo_map',
    'run_static_analysis',
    'scrub_secrets',
    'search_code',
    'semantic_search',
    'show_commit',
    'validate_content',
  ],
  run: [
    'analyze_branches',
    'cancel_reactive_review',
    'checkpoint_session',
    'compare_behaviour',
    'compare_functions',
    'continue_conversation',
    'create_session',
    'delete_file',
    'delete_session',
    'escalate_analysis',
    'finalize_conversation',
    'find_path_to_exception',
    'fork_conversation',
    'fork_session',
    'hypothesis_test',
    'install_dependencies',
    'interrupt_execution',
    'pause_reactive_review',
    'performance_bottleneck',
    'refresh_mount',
    'restart_kernel',
    'restore_session',
    'resume_reactive_review',
    'review_commit',
    'review_diff',
    'run_hypothesis_tournament',
    'run_python_code',
    'run_script',
    'run_tests',
    'save_script',
    'set_model',
    'start_conversation',
    'start_reactive_review',
    'switch_session',
    'symbolic_check',
    'trace_execution_path',
    'write_file',
  ],
  write: ['add_memory', 'commit_files', 'delete_files', 'import_repository', 'put_files', 'review_memory_suggestions'],
  admin: ['delete_workspace'],
};

it.each(SCOPES)('the scope %s is what these tools need', (scope) => {
  const tools = CATALOG.filter((tool) => tool.scope === scope);
  expect(tools.map(({ name }) => name).sort()).toEqual(TOOLS[scope]);
});

it('no tool that may change anything is called with the scope read', () => {
  for (const { name, scope, definition, passesOn } of CATALOG) {
    // A call that is passed on needs the scope of the tool that it reaches.
    if (scope === 'read' && passesOn === undefined)
      expect([name, definition.annotations?.readOnlyHint]).toEqual([name, true]);
  }
});
