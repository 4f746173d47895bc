namespace Landspeed.Results;

/// <summary>Axes and labels of the experiment on programming styles.</summary>
public static class StyleLabels
{
    /// <summary>The axis whose values are <c>create</c> and <c>read</c>.</summary>
    public const string OperationAxis = "operation";

    /// <summary>The axis whose values are the names of the styles.</summary>
    public const string StyleAxis = "style";

    /// <summary>Value of the axis of operations.</summary>
    public const string Create = "create";

    /// <summary>Value of the axis of operations.</summary>
    public const string Read = "read";

    /// <summary>Label: the calls that the style makes, for display.</summary>
    public const string Calls = "calls";

    /// <summary>
    /// Returns the style that moves the same blocks through the same class as a style whose calls are awaited, but
    /// without awaiting.
    /// </summary>
    /// <param name="style">Any style.</param>
    /// <returns>Its name, or null if the style's calls are not awaited.</returns>
    public static string? TwinOf(string style) => style == "pipe" ? "block" : null;
}
