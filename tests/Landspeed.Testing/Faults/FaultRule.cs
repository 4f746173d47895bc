using System.Globalization;

namespace Landspeed.Testing.Faults;

/// <summary>At which operation something happens.</summary>
/// <param name="Operations">Those it counts.</param>
/// <param name="Action">What happens.</param>
/// <param name="Nth">At which of them, from 1; not for <see cref="FaultAction.Count"/>.</param>
public sealed record FaultRule(FaultOperations Operations, FaultAction Action, int Nth = 1)
{
    /// <summary>Whether it also happens at every later one.</summary>
    public bool Always { get; init; }

    /// <summary><c>=name</c> for an exact file name, <c>~text</c> for a part of the path, <c>*</c> for all.</summary>
    public string Filter { get; init; } = "*";

    /// <summary>Only counts.</summary>
    public static FaultRule Counting(FaultOperations operations) => new(operations, FaultAction.Count);

    /// <summary>The line that a fault program reads which knows these operations.</summary>
    /// <exception cref="InvalidOperationException">None of them could ever act.</exception>
    internal string Line(FaultOperations known)
    {
        if ((Operations & known) == FaultOperations.None)
        {
            throw new InvalidOperationException($"{Operations} never happens here");
        }

        IEnumerable<string> words = Enum.GetValues<FaultOperations>()
            .Where(one => int.PopCount((int)one) == 1 && (Operations & known).HasFlag(one))
            .Select(one => one.ToString().ToLowerInvariant());
        string when = Always ? "always" : "once";
        return string.Create(
            CultureInfo.InvariantCulture,
            $"rule {string.Join(',', words)} {Nth} {Action.Word} {Action.Argument} {when} {Filter}");
    }
}
