/** Every tool of this server. A tool is here when it works, and not before. */

import callGraph from '../tools/context/call-graph.ts';
import codebaseRetrieval from '../tools/context/codebase-retrieval.ts';
import deleteFiles from '../tools/context/delete-files.ts';
import deleteWorkspace from '../tools/context/delete-workspace.ts';
import findReferences from '../tools/context/find-references.ts';
import findSymbol from '../tools/context/find-symbol.ts';
import getContextForPrompt from '../tools/context/get-context-for-prompt.ts';
import getFile from '../tools/context/get-file.ts';
import getWorkspaceInfo from '../tools/context/get-workspace-info.ts';
import gitCommitRetrieval from '../tools/context/git-commit-retrieval.ts';
import importRepository from '../tools/context/import-repository.ts';
import indexStatus from '../tools/context/index-status.ts';
import listWorkspaces from '../tools/context/list-workspaces.ts';
import putFiles from '../tools/context/put-files.ts';
import repoMap from '../tools/context/repo-map.ts';
import searchCode from '../tools/context/search-code.ts';
import semanticSearch from '../tools/context/semantic-search.ts';
import findTools from '../tools/health/find-tools.ts';
import healthCheck from '../tools/health/health-check.ts';
import checkKernelResponsiveness from '../tools/python/check-kernel-responsiveness.ts';
import checkpointSession from '../tools/python/checkpoint-session.ts';
import codeCompletion from '../tools/python/code-completion.ts';
import createSession from '../tools/python/create-session.ts';
import deleteFile from '../tools/python/delete-file.ts';
import deleteSession from '../tools/python/delete-session.ts';
import forkSession from '../tools/python/fork-session.ts';
import getKernelHealth from '../tools/python/get-kernel-health.ts';
import inspectObject from '../tools/python/inspect-object.ts';
import installDependencies from '../tools/python/install-dependencies.ts';
import interruptExecution from '../tools/python/interrupt-execution.ts';
import listFiles from '../tools/python/list-files.ts';
import listSessions from '../tools/python/list-sessions.ts';
import listVariables from '../tools/python/list-variables.ts';
import readFile from '../tools/python/read-file.ts';
import restartKernel from '../tools/python/restart-kernel.ts';
import restoreSession from '../tools/python/restore-session.ts';
import runPythonCode from '../tools/python/run-python-code.ts';
import runScript from '../tools/python/run-script.ts';
import saveScript from '../tools/python/save-script.ts';
import switchSession from '../tools/python/switch-session.ts';
import writeFile from '../tools/python/write-file.ts';
import analyzeBranches from '../tools/symbolic/analyze-branches.ts';
import compareFunctions from '../tools/symbolic/compare-functions.ts';
import findPathToException from '../tools/symbolic/find-path-to-exception.ts';
import symbolicCheck from '../tools/symbolic/symbolic-check.ts';
import type { Tool } from './define-tool.ts';

/** All tools, in the order in which they are listed. */
export const CATALOG: readonly Tool[] = [
  symbolicCheck,
  findPathToException,
  compareFunctions,
  analyzeBranches,
  runPythonCode,
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
  forkSession,
  checkpointSession,
  restoreSession,
  interruptExecution,
  restartKernel,
  getKernelHealth,
  checkKernelResponsiveness,
  installDependencies,
  getFile,
  getContextForPrompt,
  findSymbol,
  findReferences,
  callGraph,
  repoMap,
  putFiles,
  deleteFiles,
  importRepository,
  semanticSearch,
  codebaseRetrieval,
  searchCode,
  getWorkspaceInfo,
  indexStatus,
  gitCommitRetrieval,
  listWorkspaces,
  deleteWorkspace,
  findTools,
  healthCheck,
];
