using System.Text.Json;

namespace Landspeed.Experiments.Results.Reading;

/// <summary>Why a document of ours cannot be read, in words for who wrote or changed it: fields by their path, no types of this program.</summary>
internal static class JsonRefusal
{
    private const string Missing = "was missing required properties including: ";

    /// <summary>The reason, without full stop.</summary>
    /// <param name="error">What the parser said.</param>
    internal static string Of(JsonException error)
    {
        string message = error.Message.Split(" Path:", 2)[0].TrimEnd('.');
        string path = error.Path is null or "$" ? "it" : error.Path.StartsWith("$.", StringComparison.Ordinal) ? error.Path[2..] : error.Path;
        int missing = message.IndexOf(Missing, StringComparison.Ordinal);
        return missing >= 0 ? $"{path} lacks {message[(missing + Missing.Length)..].Replace("'", string.Empty, StringComparison.Ordinal)}"
            : message.Contains("could not be converted to ", StringComparison.Ordinal) ? $"{path} is not what belongs there"
            : message.Contains("could not be mapped to any .NET member", StringComparison.Ordinal) ? $"{path} is no field of it"
            : message;
    }
}
