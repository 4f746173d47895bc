namespace Landspeed.Copying;

/// <summary>Where a loop gets its work.</summary>
internal interface IWorkSource
{
    /// <summary>Takes the next work.</summary>
    /// <param name="waits">Whether to wait for one.</param>
    /// <returns>Null when there is none now; after waiting: when there will be none.</returns>
    ContentWork? Take(bool waits);
}
