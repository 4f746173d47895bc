namespace Landspeed.Cli.Commands;

/// <summary>What a person asked of any experiment.</summary>
/// <param name="Seed">Start of the pseudo-random order and data.</param>
/// <param name="Repetitions">Runs of each case; null: as the experiment has it.</param>
/// <param name="Full">Whether the authors' own sizes are asked for.</param>
/// <param name="Keep">Whether files that the experiment makes stay.</param>
/// <param name="Resume">Whether interrupted work is carried on.</param>
internal sealed record ExperimentSettings(ulong Seed, int? Repetitions, bool Full, bool Keep, bool Resume);
