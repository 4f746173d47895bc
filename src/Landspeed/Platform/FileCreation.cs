namespace Landspeed.Platform;

/// <summary>What opening does about existence.</summary>
public enum FileCreation
{
    /// <summary>The file must exist.</summary>
    MustExist,

    /// <summary>The file must not exist; it is created empty, for its owner and, as the umask allows, others.</summary>
    CreateNew,

    /// <summary>The file is created empty where it is missing; symbolic links are followed.</summary>
    OpenOrCreate,
}
