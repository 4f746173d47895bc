namespace Landspeed.Conventions.Tests.Rules;

/// <summary>A folder is a room with one subject: it holds a limited number of files, not counting folders in it.</summary>
public static class FolderSizeRule
{
    /// <summary>Most files of a folder.</summary>
    public const int MostFiles = 30;

    /// <summary>The folders that are too full.</summary>
    /// <param name="paths">Paths of files below src/, with forward slashes.</param>
    public static IEnumerable<Violation> Check(IEnumerable<string> paths) =>
        from path in paths
        group path by path[..path.LastIndexOf('/')] into folder
        where folder.Count() > MostFiles
        select new Violation(
            $"src/{folder.Key}",
            $"it holds {folder.Count()} files, more than {MostFiles}",
            "make a folder of each subject in it, or move small types into the file of their owner");
}
