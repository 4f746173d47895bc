using System.Globalization;
using Landspeed.Testing.PowerCuts;

namespace Landspeed.PowerCuts.Tests;

/// <summary>What the power cuts of one work on one file system showed.</summary>
/// <param name="Title">File system and work.</param>
/// <param name="Seed">Of the choice of points.</param>
internal sealed record CutReport(string Title, int Seed)
{
    private const int ShownOfEachKind = 3;
    private readonly List<(CrashPoint Point, CutProblem Problem)> _violations = [];

    /// <summary>How many points were looked at.</summary>
    internal int Points { get; set; }

    /// <summary>After how many of them the command was repeated.</summary>
    internal int Repetitions { get; set; }

    /// <summary>How many points broke a promise.</summary>
    internal int Violated => _violations.DistinctBy(violation => violation.Point).Count();

    internal void Add(CrashPoint point, IEnumerable<CutProblem> problems) =>
        _violations.AddRange(problems.Select(problem => (point, problem)));

    /// <summary>One line, and for each kind of violation its number of points and the first ones.</summary>
    public override string ToString() => string.Join('\n', _violations
        .GroupBy(violation => violation.Problem.Kind)
        .SelectMany(kind => kind.DistinctBy(violation => violation.Point).Take(ShownOfEachKind)
            .Select(violation => $"    at {violation.Point}: {violation.Problem.Text}")
            .Prepend(string.Create(
                CultureInfo.InvariantCulture, $"  {kind.Key}: {kind.Select(one => one.Point).Distinct().Count()} points")))
        .Prepend(string.Create(
            CultureInfo.InvariantCulture,
            $"{Title,-28} {Points,6} points, {Repetitions,6} repeated, {Violated,5} violated, seed {Seed}")));
}
