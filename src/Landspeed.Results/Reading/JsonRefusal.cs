using System.Text.Json;

namespace Landspeed.Results.Reading;

/// <summary>
/// Explains why one of our documents cannot be read, for the person who wrote or changed it: it names fields by their
/// path and no types of this program.
/// </summary>
internal static class JsonRefusal
{
    private const string Missing = "was missing required properties including: ";

    /// <summary>Returns the reason, without a full stop.</summary>
    /// <param name="error">The parser's error.</param>
    internal static string Of(JsonException error)
    {
        string message = error.Message.Split(" Path:", 2)[0].TrimEnd('.');
        string path = error.Path is null or "$" ? "it" : error.Path.StartsWith("$.", StringComparison.Ordinal) ? error.Path[2..] : error.Path;
        int missing = message.IndexOf(Missing, StringComparison.Ordinal);
        return missing >= 0 ? $"{path} lacks {message[(missing + Missing.Length)..].Replace("'", string.Empty, StringComparison.Ordinal)}"
            : message.Contains("could not be converted to ", StringComparison.Ordinal) ? $"{path} has an invalid value"
            : message.Contains("could not be mapped to any .NET member", StringComparison.Ordinal) ? $"{path} is not a known field"
            : message;
    }
}
