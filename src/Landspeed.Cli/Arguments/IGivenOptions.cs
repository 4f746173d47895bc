namespace Landspeed.Cli.Arguments;

/// <summary>The options that a person gave, whatever grammar told them apart; asked for by their names, with dashes.</summary>
internal interface IGivenOptions
{
    /// <summary>Whether an option was given.</summary>
    bool Has(string option);

    /// <summary>Whether a flag was given.</summary>
    bool IsSet(string flag);

    /// <summary>The value as it was typed; null: the option was left out.</summary>
    string? Text(string option);

    /// <summary>The values of an option that may be given several times, in order.</summary>
    string[] Texts(string option);
}
