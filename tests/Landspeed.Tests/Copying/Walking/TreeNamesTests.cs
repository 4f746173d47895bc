using Landspeed.Copying;
using Landspeed.Files.Trees;
using Landspeed.Platform;
using Landspeed.Testing;

namespace Landspeed.Tests.Copying.Walking;

public class TreeNamesTests(Files.TestVolumes volumes)
{
    [Theory]
    [InlineData("ext4")]
    [InlineData("xfs")]
    [InlineData("btrfs")]
    public void Every_legal_name_survives(string volume)
    {
        using ScratchDirectory scratch = volumes.Directory(volume);
        string source = scratch.File("source");
        Directory.CreateDirectory(source);
        using OpenDirectory root = OpenDirectory.Root(FilePath.FromText(source));
        var random = new Random(20);
        HashSet<FilePath> names = [];
        while (names.Count < 2000)
        {
            byte[] name = new byte[names.Count < 50 ? 255 : random.Next(1, 256)];
            for (int index = 0; index < name.Length; index++)
            {
                name[index] = (byte)random.Next(1, 256);
                name[index] = name[index] == (byte)'/' ? (byte)'\n' : name[index];
            }

            if (name is not [(byte)'.'] and not [(byte)'.', (byte)'.'] && names.Add(FilePath.FromBytes(name)))
            {
                Make(root, FilePath.FromBytes(name), random.Next(4));
            }
        }

        CopyResult result = TreeCopies.Copy(source, scratch.File("target"));

        TreeCopies.AssertDone(result);
        TreeCopies.AssertEqual(source, scratch.File("target"));
        Assert.Equal(Sum(source), Sum(scratch.File("target")));
        Command.Shell($"rm -r '{source}' '{scratch.File("target")}'");
    }

    [Theory]
    [InlineData("ext4")]
    [InlineData("btrfs")]
    public void Three_thousand_levels_are_copied_removed_and_found_equal(string volume)
    {
        using ScratchDirectory scratch = volumes.Directory(volume);
        string source = scratch.File("source");
        Command.Shell($$"""
            perl -e 'mkdir $ARGV[0]; chdir $ARGV[0]; for (1..3000) { mkdir "level$_" or die; chdir "level$_" or die; if ($_ % 100 == 0) { open(F, ">", "file") or die; print F $_; close F; mkdir "side"; symlink("x$_", "link"); } }' '{{source}}'
            """);

        try
        {
            CopyResult result = TreeCopies.Copy(source, scratch.File("target"));

            TreeCopies.AssertDone(result);
            Assert.Equal((3031, 30, 30), (result.Directories, result.FilesCopied + result.FilesReflinked, result.SymbolicLinks));
            Assert.Equal(Shape(source), Shape(scratch.File("target")));
            Directory.CreateDirectory(scratch.File("nothing"));
            CopyResult emptied = TreeCopies.Copy(scratch.File("nothing"), scratch.File("target"), new TreeCopyOptions { DeleteExtraneous = true });
            TreeCopies.AssertDone(emptied);
            Assert.Empty(Directory.EnumerateFileSystemEntries(scratch.File("target")));
        }
        finally
        {
            Command.Shell($"cd '{scratch.Path}' && rm -rf *");
        }
    }

    private static void Make(OpenDirectory root, FilePath name, int kind)
    {
        NativeResult made = kind switch
        {
            0 => NativePlatform.Trees.CreateDirectory(root.Handle, name, 0x1C0),
            1 => NativePlatform.Trees.CreateSymbolicLink(name, root.Handle, name),
            _ => MakeFile(root, name),
        };
        Assert.True(made.Succeeded, made.ToString());
    }

    private static NativeResult MakeFile(OpenDirectory root, FilePath name)
    {
        NativeResult made = NativePlatform.Trees.Open(root.Handle, name, EntryOpening.CreateNew, 0x180, out var handle);
        using (handle)
        {
            RandomAccess.Write(handle!, name.Bytes, 0);
        }

        return made;
    }

    // Names, kinds and contents, as listed by programs that know nothing of us.
    private static string Sum(string directory) => Command.Shell(
        $"cd '{directory}' && {{ find . -printf '%p %y %l\\0' | sort -z; find . -type f -print0 | sort -z | xargs -0 cat; }} | sha256sum");

    private static string Shape(string directory) => Command.Shell(
        $"cd '{directory}' && find . -printf '%d %f %y %l %m %s %T@\\n' | sed 's/^0 [^ ]*//' | grep -v ' d  700 4096' | sort | sha256sum");
}
