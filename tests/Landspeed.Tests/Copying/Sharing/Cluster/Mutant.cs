namespace Landspeed.Tests.Copying.Sharing.Cluster;

/// <summary>A mistake that is made on purpose: the simulation must see it.</summary>
internal enum Mutant
{
    /// <summary>None.</summary>
    None,

    /// <summary>An item is given to two ranks.</summary>
    HandsOutTwice,

    /// <summary>A result does not arrive.</summary>
    ForgetsResult,

    /// <summary>Rank 0 does not learn of problems.</summary>
    ForgetsProblem,

    /// <summary>All is done when the first rank has nothing to do.</summary>
    EndsEarly,

    /// <summary>Nobody is avoided.</summary>
    VerifiesByWriter,

    /// <summary>Content is not flushed before it gets its name.</summary>
    PublishesBeforeDurable,

    /// <summary>The journal says that a range is durable before it is.</summary>
    NotesBeforeDurable,

    /// <summary>Who goes on reads the journal of the file's owner only.</summary>
    ReadsOneJournal,

    /// <summary>Who is too late lets go of a segment, and goes on writing.</summary>
    LetsGoWhileWriting,

    /// <summary>Who is too late lets go of a segment, and leaves what it wrote in its cache.</summary>
    LetsGoWithoutFlush,

    /// <summary>A difference from the medium is passed over.</summary>
    PublishesUnverified,

    /// <summary>A source that changed is published all the same.</summary>
    PublishesChanged,

    /// <summary>A directory gets its times before everything in it has its name.</summary>
    FinishesDirectoriesEarly,

    /// <summary>A file that is there already is copied again.</summary>
    CopiesWhatIsThere,
}
