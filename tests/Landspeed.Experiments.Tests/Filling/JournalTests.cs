using Landspeed.Experiments.Filling;
using Landspeed.Platform;
using Landspeed.Testing;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Tests.Filling;

public sealed class JournalTests : IDisposable
{
    private static readonly OwnIdentity s_one = new(17, new FileTime(1, 2));
    private static readonly OwnIdentity s_other = new(18, null);
    private readonly ScratchDirectory _scratch = new();

    [Fact]
    public void What_is_noted_is_read_again()
    {
        OwnDirectory above = new(1, 0, Name("d0"), Name(".0123456789abcdef"), s_one);
        OwnDirectory below = new(2, 1, Name("d7"), Name(".fedcba9876543210"), s_other);
        OwnFile gone = new(0, 2, Name("f000000"), 4711, s_one);
        OwnFile there = new(1, 2, Name("f000001"), long.MaxValue, s_other);
        Write(journal =>
        {
            journal.NoteIntended(above);
            journal.NoteMade(above);
            journal.NoteIntended(below);
            journal.NoteMade(below);
            journal.NoteMade(gone);
            journal.NoteRemoved(gone);
            journal.NoteMade(there);
        });

        FilledEntries content = Read(out string? problem);

        Assert.Null(problem);
        Assert.Equal([above, below], content.Directories);
        Assert.Equal([there], content.Files);
    }

    [Theory]
    [InlineData("..")]
    [InlineData(".")]
    [InlineData("a/b")]
    public void A_name_that_leads_elsewhere_is_not_believed(string name)
    {
        Write(journal => journal.NoteMade(new OwnFile(0, 0, Name(name), 1, s_one)));

        Read(out string? problem);

        Assert.Equal("its journal has records that this version does not know", problem);
    }

    [Fact]
    public void A_file_of_a_directory_that_was_not_made_is_not_believed()
    {
        Write(journal => journal.NoteMade(new OwnFile(0, 3, Name("f000000"), 1, s_one)));

        Read(out string? problem);

        Assert.Equal("its journal has records that this version does not know", problem);
    }

    public void Dispose() => _scratch.Dispose();

    /// <summary>What the journal of a filling says, but for what no two fillings have in common.</summary>
    internal static string Outline(string directory)
    {
        NativePlatform.Trees.OpenDirectory(FilePath.FromText(directory), out SafeFileHandle? handle);
        using (handle)
        using (FillJournal journal = FillJournal.Open(handle!, FilePath.FromText(directory), out FilledEntries content, out string? problem)!)
        {
            Assert.Null(problem);
            return string.Join('\n', content.Directories.Select(one => $"{one.Id} {one.Parent} {one.Name}").Concat(content.Files.Select(one => $"{one.Id} {one.Directory} {one.Name} {one.Length}")));
        }
    }

    private void Write(Action<FillJournal> note)
    {
        using SafeFileHandle directory = Open();
        using var journal = FillJournal.Create(directory, FilePath.FromText(_scratch.Path), 137);
        note(journal);
    }

    private FilledEntries Read(out string? problem)
    {
        using SafeFileHandle directory = Open();
        using FillJournal? journal = FillJournal.Open(directory, FilePath.FromText(_scratch.Path), out FilledEntries content, out problem);
        return content;
    }

    private SafeFileHandle Open()
    {
        NativePlatform.Trees.OpenDirectory(FilePath.FromText(_scratch.Path), out SafeFileHandle? directory);
        return directory!;
    }

    private static FilePath Name(string text) => FilePath.FromText(text);
}
