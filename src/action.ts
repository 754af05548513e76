/** The Action has no behaviour in this version. It fails and says so, so that no workflow takes silence for a review. */
process.stdout.write(
  "::error title=PR Debate::The PR Debate Action is not available in this version. Remove this step, and run the command line instead: pr-debate review BASE..HEAD\n",
);
process.exitCode = 1;
