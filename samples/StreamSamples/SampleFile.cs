namespace StreamSamples;

/// <summary>What a sample needs its file to be.</summary>
internal enum SampleFile
{
    /// <summary>It makes the file; one that exists is refused.</summary>
    New,

    /// <summary>It reads the file; a result goes beside it, where nothing of that name may be yet.</summary>
    Existing,
}
