namespace Landspeed.Experiments.Creating;

/// <summary>Number and content of the files of a data set.</summary>
public sealed record DataShape
{
    /// <summary>Maximum number of files: 10,000,000.</summary>
    public const long MostFiles = 10_000_000;

    /// <summary>Bytes of a typed record: 4 + 8 + 8.</summary>
    internal const int TypedRecordLength = 20;

    /// <summary>Files, 1 to 10,000,000.</summary>
    public required long Files { get; init; }

    /// <summary>Lines of each file, 1 or more.</summary>
    public required long Lines { get; init; }

    /// <summary>Characters of each line, without its end, 1 or more. Ignored by typed data.</summary>
    public required long Characters { get; init; }

    /// <summary>Content of the files. Default text.</summary>
    public DataKind Kind { get; init; }

    /// <summary>Bytes of each file.</summary>
    /// <exception cref="ExperimentException">More than 2^63 - 1.</exception>
    public long FileLength => Kind == DataKind.Typed
        ? Product(Lines, TypedRecordLength)
        : Characters == long.MaxValue ? throw TooMuch() : Product(Lines, Characters + 1);

    /// <summary>Bytes of all files.</summary>
    /// <exception cref="ExperimentException">More than 2^63 - 1.</exception>
    public long TotalLength => Product(Files, FileLength);

    /// <summary>Returns a smaller or larger data set.</summary>
    /// <param name="scale">Above 0. Scales the number of files; if less than one would remain, one remains and its
    /// lines are scaled by the rest.</param>
    /// <returns>At least one file of one line.</returns>
    public DataShape Scaled(double scale)
    {
        double files = Files * scale;
        return files >= 1
            ? this with { Files = Whole(files) }
            : this with { Files = 1, Lines = Whole(Lines * files) };
    }

    /// <summary>Refuses impossible values.</summary>
    /// <exception cref="ExperimentException">A count is out of range, or the whole is too large.</exception>
    public void Check()
    {
        if (Files is < 1 or > MostFiles || Lines < 1 || Characters < 1)
        {
            throw new ExperimentException(Outcome.Usage, FormattableString.Invariant(
                $"a data set has 1 to {MostFiles} files of 1 line or more of 1 character or more; not {Files} × {Lines} × {Characters}"));
        }

        _ = TotalLength;
    }

    private static long Whole(double value) => value >= long.MaxValue ? long.MaxValue : Math.Max(1, (long)Math.Round(value));

    private static long Product(long left, long right) =>
        left > long.MaxValue / right ? throw TooMuch() : left * right;

    private static ExperimentException TooMuch() =>
        new(Outcome.Usage, "such a data set would have more than 2^63 bytes; give fewer files, lines or characters");
}
