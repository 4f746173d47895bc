using System.Globalization;
using System.Text;

namespace Landspeed.Experiments.Campaigns;

/// <summary>Gives names to commands of a campaign, each only once.</summary>
/// <param name="taken">Names that are used already.</param>
internal sealed class CampaignNames(IEnumerable<string> taken)
{
    private readonly HashSet<string> _taken = new(taken, StringComparer.Ordinal);

    // The last number of each name is stored: a thousand commands may be alike.
    private readonly Dictionary<string, int> _numbers = new(StringComparer.Ordinal);

    /// <summary>Takes a name that is made of a text.</summary>
    /// <param name="text">The text; what a name must not contain becomes a dash.</param>
    /// <param name="longest">
    /// Maximum length of the name without its number; it is cut between words if possible.
    /// </param>
    internal string Free(string text, int longest)
    {
        var name = new StringBuilder();
        foreach (char character in text)
        {
            bool isPlain = char.IsAsciiLetterOrDigit(character) || (character is '.' or '_' && name.Length > 0);
            if (isPlain || (name.Length > 0 && name[^1] != '-'))
            {
                name.Append(isPlain ? character : '-');
            }

            if (name.Length == longest)
            {
                break;
            }
        }

        string first = name.ToString();
        first = first.Length == longest && first.LastIndexOf('-') is > 3 and var dash ? first[..dash] : first;
        first = first.TrimEnd('-', '.');
        first = first.Length == 0 ? "command" : first;
        string free = first;
        int number = _numbers.GetValueOrDefault(first, 1);
        while (!_taken.Add(free))
        {
            free = string.Create(CultureInfo.InvariantCulture, $"{first}-{++number}");
        }

        _numbers[first] = number;
        return free;
    }
}
