/** Why a package cannot be installed, in a sentence for whoever asked for it. */
export class PackageProblem extends Error {
  override readonly name = 'PackageProblem';
}
