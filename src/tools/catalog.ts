/** Every tool of this server. A tool is here when it works, and not before. */

import type { Tool } from '../mcp/define-tool.ts';
import callTool from './health/call-tool.ts';
import findTools from './health/find-tools.ts';
import healthCheck from './health/health-check.ts';
import healthSummary from './health/health-summary.ts';
import cancelPlan from './planning/cancel-plan.ts';
import comparePlanVersions from './planning/compare-plan-versions.ts';
import completeStep from './planning/complete-step.ts';
import deletePlan from './planning/delete-plan.ts';
import executePlanStep from './planning/execute-plan-step.ts';
import exportPlan from './planning/export-plan.ts';
import failStep from './planning/fail-step.ts';
import forkPlan from './planning/fork-plan.ts';
import generatePlan from './planning/generate-plan.ts';
import getPlanHistory from './planning/get-plan-history.ts';
import getPlanStatus from './planning/get-plan-status.ts';
import listPlans from './planning/list-plans.ts';
import loadPlan from './planning/load-plan.ts';
import mergePlan from './planning/merge-plan.ts';
import nextSteps from './planning/next-steps.ts';
import requestApproval from './planning/request-approval.ts';
import respondApproval from './planning/respond-approval.ts';
import rollbackPlan from './planning/rollback-plan.ts';
import savePlan from './planning/save-plan.ts';
import skipStep from './planning/skip-step.ts';
import startStep from './planning/start-step.ts';
import updatePlan from './planning/update-plan.ts';
import visualizePlan from './planning/visualize-plan.ts';
import checkKernelResponsiveness from './python/check-kernel-responsiveness.ts';
import checkpointSession from './python/checkpoint-session.ts';
import codeCompletion from './python/code-completion.ts';
import createSession from './python/create-session.ts';
import deleteFile from './python/delete-file.ts';
import deleteSession from './python/delete-session.ts';
import forkSession from './python/fork-session.ts';
import getKernelHealth from './python/get-kernel-health.ts';
import inspectObject from './python/inspect-object.ts';
import installDependencies from './python/install-dependencies.ts';
import interruptExecution from './python/interrupt-execution.ts';
import listCheckpoints from './python/list-checkpoints.ts';
import listFiles from './python/list-files.ts';
import listSessions from './python/list-sessions.ts';
import listVariables from './python/list-variables.ts';
import readFile from './python/read-file.ts';
import refreshMount from './python/refresh-mount.ts';
import restartKernel from './python/restart-kernel.ts';
import restoreSession from './python/restore-session.ts';
import runPythonCode from './python/run-python-code.ts';
import runScript from './python/run-script.ts';
import runTests from './python/run-tests.ts';
import saveScript from './python/save-script.ts';
import switchSession from './python/switch-session.ts';
import writeFile from './python/write-file.ts';
import continueConversation from './reasoning/continue-conversation.ts';
import crossSystemImpact from './reasoning/cross-system-impact.ts';
import escalateAnalysis from './reasoning/escalate-analysis.ts';
import finalizeConversation from './reasoning/finalize-conversation.ts';
import forkConversation from './reasoning/fork-conversation.ts';
import getConversationStatus from './reasoning/get-conversation-status.ts';
import getModelInfo from './reasoning/get-model-info.ts';
import hypothesisTest from './reasoning/hypothesis-test.ts';
import listConversations from './reasoning/list-conversations.ts';
import performanceBottleneck from './reasoning/performance-bottleneck.ts';
import runHypothesisTournament from './reasoning/run-hypothesis-tournament.ts';
import setModel from './reasoning/set-model.ts';
import startConversation from './reasoning/start-conversation.ts';
import traceExecutionPath from './reasoning/trace-execution-path.ts';
import cancelReactiveReview from './review/cancel-reactive-review.ts';
import checkInvariants from './review/check-invariants.ts';
import compareBehaviour from './review/compare-behaviour.ts';
import getReactiveFindings from './review/get-reactive-findings.ts';
import getReactiveStatus from './review/get-reactive-status.ts';
import getReviewTelemetry from './review/get-review-telemetry.ts';
import pauseReactiveReview from './review/pause-reactive-review.ts';
import resumeReactiveReview from './review/resume-reactive-review.ts';
import reviewCommit from './review/review-commit.ts';
import reviewDiff from './review/review-diff.ts';
import runStaticAnalysis from './review/run-static-analysis.ts';
import scrubSecrets from './review/scrub-secrets.ts';
import startReactiveReview from './review/start-reactive-review.ts';
import validateContent from './review/validate-content.ts';
import certificationReport from './scaffolds/certification-report.ts';
import checkAnswer from './scaffolds/check-answer.ts';
import checkTrace from './scaffolds/check-trace.ts';
import generateTestCases from './scaffolds/generate-test-cases.ts';
import getCertification from './scaffolds/get-certification.ts';
import getScaffold from './scaffolds/get-scaffold.ts';
import listScaffolds from './scaffolds/list-scaffolds.ts';
import solveWithReference from './scaffolds/solve-with-reference.ts';
import startCertification from './scaffolds/start-certification.ts';
import analyzeBranches from './symbolic/analyze-branches.ts';
import checkWorkspace from './symbolic/check-workspace.ts';
import compareFunctions from './symbolic/compare-functions.ts';
import findPathToException from './symbolic/find-path-to-exception.ts';
import symbolicCheck from './symbolic/symbolic-check.ts';
import addMemory from './workspace/add-memory.ts';
import blame from './workspace/blame.ts';
import callGraph from './workspace/call-graph.ts';
import codebaseRetrieval from './workspace/codebase-retrieval.ts';
import commitFiles from './workspace/commit-files.ts';
import deleteFiles from './workspace/delete-files.ts';
import deleteWorkspace from './workspace/delete-workspace.ts';
import diffRefs from './workspace/diff-refs.ts';
import findReferences from './workspace/find-references.ts';
import findSymbol from './workspace/find-symbol.ts';
import getContextForPrompt from './workspace/get-context-for-prompt.ts';
import getFile from './workspace/get-file.ts';
import getWorkspaceInfo from './workspace/get-workspace-info.ts';
import gitCommitRetrieval from './workspace/git-commit-retrieval.ts';
import importRepository from './workspace/import-repository.ts';
import indexStatus from './workspace/index-status.ts';
import listMemories from './workspace/list-memories.ts';
import listWorkspaceFiles from './workspace/list-workspace-files.ts';
import listWorkspaces from './workspace/list-workspaces.ts';
import putFiles from './workspace/put-files.ts';
import repoMap from './workspace/repo-map.ts';
import reviewMemorySuggestions from './workspace/review-memory-suggestions.ts';
import searchCode from './workspace/search-code.ts';
import semanticSearch from './workspace/semantic-search.ts';
import showCommit from './workspace/show-commit.ts';

/** All tools, in the order in which they are listed. */
export const CATALOG: readonly Tool[] = [
  symbolicCheck,
  findPathToException,
  compareFunctions,
  analyzeBranches,
  checkWorkspace,
  runPythonCode,
  runTests,
  saveScript,
  runScript,
  codeCompletion,
  inspectObject,
  listVariables,
  listFiles,
  readFile,
  writeFile,
  deleteFile,
  createSession,
  switchSession,
  listSessions,
  deleteSession,
  refreshMount,
  forkSession,
  checkpointSession,
  listCheckpoints,
  restoreSession,
  interruptExecution,
  restartKernel,
  getKernelHealth,
  checkKernelResponsiveness,
  installDependencies,
  listWorkspaceFiles,
  getFile,
  getContextForPrompt,
  findSymbol,
  findReferences,
  callGraph,
  repoMap,
  putFiles,
  deleteFiles,
  commitFiles,
  importRepository,
  semanticSearch,
  codebaseRetrieval,
  searchCode,
  getWorkspaceInfo,
  indexStatus,
  gitCommitRetrieval,
  showCommit,
  diffRefs,
  blame,
  addMemory,
  listMemories,
  reviewMemorySuggestions,
  reviewDiff,
  reviewCommit,
  compareBehaviour,
  startReactiveReview,
  getReactiveStatus,
  pauseReactiveReview,
  resumeReactiveReview,
  cancelReactiveReview,
  getReactiveFindings,
  getReviewTelemetry,
  runStaticAnalysis,
  checkInvariants,
  scrubSecrets,
  validateContent,
  crossSystemImpact,
  getModelInfo,
  setModel,
  hypothesisTest,
  runHypothesisTournament,
  performanceBottleneck,
  escalateAnalysis,
  traceExecutionPath,
  startConversation,
  continueConversation,
  finalizeConversation,
  getConversationStatus,
  listConversations,
  forkConversation,
  listWorkspaces,
  deleteWorkspace,
  findTools,
  callTool,
  healthCheck,
  healthSummary,
  generatePlan,
  savePlan,
  loadPlan,
  listPlans,
  getPlanStatus,
  nextSteps,
  updatePlan,
  startStep,
  executePlanStep,
  completeStep,
  failStep,
  skipStep,
  cancelPlan,
  requestApproval,
  respondApproval,
  getPlanHistory,
  comparePlanVersions,
  rollbackPlan,
  forkPlan,
  mergePlan,
  exportPlan,
  visualizePlan,
  deletePlan,
  listScaffolds,
  getScaffold,
  generateTestCases,
  checkAnswer,
  checkTrace,
  solveWithReference,
  startCertification,
  getCertification,
  certificationReport,
];
