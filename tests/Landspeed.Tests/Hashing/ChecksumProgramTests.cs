using System.Globalization;
using System.Text;
using Landspeed.Copying;
using Landspeed.Hashing;
using Landspeed.Testing;

namespace Landspeed.Tests.Hashing;

/// <summary>Checksum files go both ways between us and the programs of the system.</summary>
public class ChecksumProgramTests
{
    [Theory]
    [InlineData("md5sum", DigestAlgorithm.Md5)]
    [InlineData("sha256sum", DigestAlgorithm.Sha256)]
    [InlineData("xxh128sum", DigestAlgorithm.Xxh128)]
    public void What_we_write_the_programs_accept(string program, DigestAlgorithm algorithm)
    {
        using var scratch = new NastyDirectory();
        FilePath[] names = NamesFor(program);
        using (FileStream manifest = File.Create(scratch.File("manifest")))
        {
            ChecksumManifest.Write(manifest, Lines(names, algorithm));
        }

        scratch.Create(names);
        string[] said = scratch.Shell($"{program} --strict -c manifest | cat -A")
            .Split('\n', StringSplitOptions.RemoveEmptyEntries);

        Assert.Equal(names.Length, said.Length);
        Assert.All(said, line => Assert.EndsWith(": OK$", line, StringComparison.Ordinal));

        // The programs look at what the files hold: one that differs is found.
        scratch.Shell("printf x >> plain");
        Assert.NotEqual(0, Command.Run("/bin/sh", ["-c", $"cd '{scratch.Path}' && {program} --strict -c manifest"]).ExitCode);
    }

    [Theory]
    [InlineData("md5sum", DigestAlgorithm.Md5)]
    [InlineData("md5sum -b", DigestAlgorithm.Md5)]
    [InlineData("md5sum --tag", DigestAlgorithm.Md5)]
    [InlineData("sha256sum", DigestAlgorithm.Sha256)]
    [InlineData("sha256sum --tag", DigestAlgorithm.Sha256)]
    [InlineData("xxh128sum", DigestAlgorithm.Xxh128)]
    [InlineData("xxh128sum --tag", DigestAlgorithm.Xxh128)]
    public void What_the_programs_write_we_read(string program, DigestAlgorithm algorithm)
    {
        using var scratch = new NastyDirectory();
        FilePath[] names = NamesFor(program);
        scratch.Create(names);
        scratch.Shell($"{program} -- * > .manifest");

        using FileStream manifest = File.OpenRead(scratch.File(".manifest"));
        ManifestEntry[] entries = [.. ChecksumManifest.Read(manifest, algorithm)];

        Assert.All(entries, entry => Assert.Null(entry.Problem));
        Assert.Equal(
            Lines(names, algorithm).Select(Shown).Order(StringComparer.Ordinal),
            entries.Select(entry => Shown(entry.Line!)).Order(StringComparer.Ordinal));
    }

    [Theory]
    [InlineData("md5sum", DigestAlgorithm.Md5)]
    [InlineData("sha256sum", DigestAlgorithm.Sha256)]
    public void What_we_write_is_what_the_programs_write(string program, DigestAlgorithm algorithm)
    {
        using var scratch = new NastyDirectory();
        scratch.Create(NastyNames.All);

        // Through a file: the output holds bytes that are not text.
        scratch.Shell($"{program} -- * > .manifest");
        using FileStream manifest = File.OpenRead(scratch.File(".manifest"));
        ChecksumLine[] lines = [.. ChecksumManifest.Read(manifest, algorithm).Select(entry => entry.Line!)];
        using var written = new MemoryStream();
        ChecksumManifest.Write(written, lines);

        Assert.Equal(NastyNames.All.Length, lines.Length);
        Assert.Equal(File.ReadAllBytes(manifest.Name), written.ToArray());
    }

    /// <summary>Damaged lines, one file of them for each seed: md5sum says which it cannot read.</summary>
    [Fact]
    public void The_lines_that_md5sum_cannot_read_are_those_that_we_cannot()
    {
        for (int seed = 1; seed <= 12; seed++)
        {
            var random = new Random(seed);
            using var scratch = new NastyDirectory();
            byte[][] lines = [.. Enumerable.Range(0, 200).Select(_ => Damaged(random))];
            File.WriteAllBytes(scratch.File("manifest"), [.. lines.SelectMany(line => line.Append((byte)'\n'))]);

            Command said = Command.Run("/bin/sh", ["-c", $"cd '{scratch.Path}' && LC_ALL=C md5sum --warn -c manifest"]);
            long[] expected =
            [
                .. said.Error.Split('\n').Where(line => line.Contains("improperly formatted MD5 checksum line", StringComparison.Ordinal))
                    .Select(line => long.Parse(line.Split(": ")[2], CultureInfo.InvariantCulture)),
            ];
            using FileStream manifest = File.OpenRead(scratch.File("manifest"));
            long[] found =
            [
                .. ChecksumManifest.Read(manifest, DigestAlgorithm.Md5).Where(entry => entry.Line is null).Select(entry => entry.LineNumber),
            ];

            Assert.True(expected.Length is > 10 and < 190, $"seed {seed}: the damage makes {expected.Length} bad lines");
            Assert.True(
                expected.SequenceEqual(found),
                $"seed {seed}: md5sum alone: {Show(expected.Except(found))} we alone: {Show(found.Except(expected))}");

            string Show(IEnumerable<long> numbers) =>
                string.Join(" | ", numbers.Select(number => $"{number} '{FilePath.Decode(lines[number - 1])}'"));
        }
    }

    private static byte[] Damaged(Random random)
    {
        const string Digest = "d41d8cd98f00b204e9800998ecf8427e";
        string[] shapes =
        [
            $"{Digest}  name", $"{Digest} *na\\\\me", $"\\{Digest}  na\\nme\\\\", $"MD5 (na(m)e) = {Digest}", $"\\MD5 (n\\\\) = {Digest}", $"{Digest}  b\r",
        ];
        List<byte> line = [.. Encoding.Latin1.GetBytes(shapes[random.Next(shapes.Length)])];
        for (int count = random.Next(3); count > 0; count--)
        {
            int index = random.Next(3) == 0 ? random.Next(line.Count) : Math.Min(line.Count - 1, 28 + random.Next(14));
            byte value = Encoding.Latin1.GetBytes(" *\\\r\tan0()=#\u00FF")[random.Next(13)];
            switch (random.Next(3))
            {
                case 0:
                    line[index] = value;
                    break;
                case 1:
                    line.Insert(index, value);
                    break;
                default:
                    line.RemoveAt(index);
                    break;
            }
        }

        return [.. line];
    }

    /// <summary>xxhsum knows escapes from 0.8.2 on only, so that it cannot be asked about names of two lines.</summary>
    private static FilePath[] NamesFor(string program)
    {
        Capability.RequireProgram(program.Split(' ')[0]);
        return program.StartsWith("xxh", StringComparison.Ordinal) ? NastyNames.OfOneLine : NastyNames.All;
    }

    /// <summary>The lines for the files of <see cref="NastyDirectory.Create"/>, with digests of our own making.</summary>
    private static IEnumerable<ChecksumLine> Lines(FilePath[] names, DigestAlgorithm algorithm)
    {
        using var digest = new WholeFileDigest(algorithm);
        for (int index = 0; index < names.Length; index++)
        {
            digest.Append(Encoding.ASCII.GetBytes(index.ToString(CultureInfo.InvariantCulture)));
            yield return new ChecksumLine(names[index], digest.Finish()[0]);
        }
    }

    private static string Shown(ChecksumLine line) => $"{line.Digest} {line.Name.Text}";
}
