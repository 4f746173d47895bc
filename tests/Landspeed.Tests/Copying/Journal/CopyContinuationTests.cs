using Landspeed.Copying;
using Landspeed.Copying.Journal;
using Landspeed.Files;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;
using Landspeed.Testing;

namespace Landspeed.Tests.Copying.Journal;

public class CopyContinuationTests
{
    private const int Length = (20 << 20) + 4321;
    private const string Part = ".target.dat.landspeed-part";
    private const string Journal = ".target.dat.landspeed-journal";
    private static readonly CopyOptions s_plain = new() { RequestSize = 256 * 1024 };

    public static TheoryData<bool, bool, ResumeRule> Kinds => new()
    {
        { false, false, ResumeRule.Continue },
        { true, false, ResumeRule.Continue },
        { false, true, ResumeRule.Continue },
        { true, true, ResumeRule.Paranoid },
    };

    [Theory]
    [MemberData(nameof(Kinds))]
    public void A_stopped_copy_continues_where_it_was_durable(bool verify, bool digests, ResumeRule rule)
    {
        using var ground = new CopyGround();
        CopyOptions options = s_plain with
        {
            Verify = verify,
            Digests = digests ? [DigestAlgorithm.Sha256] : [],
            Resume = rule,
        };
        StopHalfway(ground, options);
        Assert.Equal([Journal, Part], ground.Leftovers);
        Assert.False(File.Exists(ground.Target));

        CopyResult result = ground.Copy(options, engine: null);

        ground.AssertEqual();
        Assert.InRange(result.BytesResumed, 5 << 20, Length - 1);
        Assert.Equal(Length, result.BytesResumed + result.BytesCopied);
        Assert.Empty(ground.Leftovers);
        if (digests)
        {
            Assert.Equal([ground.DigestOf(DigestAlgorithm.Sha256)], ground.Events[^1].Digests);
        }
    }

    [Theory]
    [InlineData(ResumeRule.Continue)]
    [InlineData(ResumeRule.Paranoid)]
    public void A_continued_copy_reports_when_it_begins_to_copy(ResumeRule rule)
    {
        using var ground = new CopyGround();
        StopHalfway(ground, s_plain);
        List<(CopyPhase Phase, long Bytes)> reported = [];

        ground.Copy(
            s_plain with { Resume = rule },
            engine: null,
            new Listener<CopyProgress>(progress => reported.Add((progress.Phase, progress.Bytes))));

        Assert.Contains(reported, now => now.Phase == CopyPhase.Checking && now.Bytes == 0);
        Assert.Contains(reported, now => now.Phase == CopyPhase.Copying && now.Bytes > 5 << 20);
        Assert.Equal(CopyPhase.Flushing, reported[^1].Phase);
    }

    [Fact]
    public void A_source_that_changed_meanwhile_is_copied_anew()
    {
        using var ground = new CopyGround();
        StopHalfway(ground, s_plain);
        ground.MakeSource(Length, seed: 2);

        CopyResult result = ground.Copy(s_plain, engine: null);

        Assert.Equal((0L, (long)Length), (result.BytesResumed, result.BytesCopied));
        ground.AssertEqual();
        Assert.Empty(ground.Leftovers);
    }

    [Fact]
    public void Paranoid_mends_what_was_damaged_meanwhile()
    {
        using var ground = new CopyGround();
        StopHalfway(ground, s_plain);
        using (FileStream part = File.OpenWrite(Path.Combine(ground.Directory, Part)))
        {
            part.Position = 1_000_000;
            part.WriteByte(0x5A);
            part.WriteByte(0xA5);
        }

        CopyResult result = ground.Copy(s_plain with { Resume = ResumeRule.Paranoid }, engine: null);

        Assert.InRange(result.BytesResumed, 1, Length - 1);
        ground.AssertEqual();
    }

    [Fact]
    public void A_part_that_was_cut_off_meanwhile_is_not_continued()
    {
        using var ground = new CopyGround();
        StopHalfway(ground, s_plain);
        Command.Shell($"truncate -s 1M '{Path.Combine(ground.Directory, Part)}'");

        CopyResult result = ground.Copy(s_plain, engine: null);

        Assert.Equal((0L, (long)Length), (result.BytesResumed, result.BytesCopied));
        ground.AssertEqual();
        Assert.Empty(ground.Leftovers);
    }

    [Fact]
    public void What_was_damaged_meanwhile_is_found_by_verifying()
    {
        using var ground = new CopyGround();
        CopyOptions options = s_plain with { Verify = true };
        StopHalfway(ground, options);
        using (FileStream part = File.OpenWrite(Path.Combine(ground.Directory, Part)))
        {
            part.Position = 1_000_000;
            part.WriteByte(0x5A);
            part.WriteByte(0xA5);
        }

        CopyException found = Assert.Throws<CopyException>(() => ground.Copy(options, engine: null));

        Assert.Equal(CopyOutcome.Mismatch, found.Outcome);
        Assert.True(found.Problem.Range!.Value.Contains(1_000_000), found.Message);
        Assert.False(File.Exists(ground.Target));
        Assert.Empty(ground.Leftovers);
    }

    [Fact]
    public void Starting_anew_throws_away_what_was_left()
    {
        using var ground = new CopyGround();
        StopHalfway(ground, s_plain);

        CopyResult result = ground.Copy(s_plain with { Resume = ResumeRule.StartAnew }, engine: null);

        Assert.Equal(0, result.BytesResumed);
        ground.AssertEqual();
        Assert.Empty(ground.Leftovers);
    }

    [Fact]
    public void Any_damage_of_the_journal_costs_time_and_never_bytes()
    {
        const int Seed = 20260101;
        var random = new Random(Seed);
        using var ground = new CopyGround();
        string journal = Path.Combine(ground.Directory, Journal);
        for (int round = 0; round < 24; round++)
        {
            StopHalfway(ground, s_plain with { Verify = true });
            byte[] damaged = File.ReadAllBytes(journal);
            switch (round % 4)
            {
                case 0:
                    damaged[random.Next(damaged.Length)] ^= (byte)random.Next(1, 256);
                    break;
                case 1:
                    damaged = damaged[..random.Next(damaged.Length)];
                    break;
                case 2:
                    Array.Clear(damaged); // its length was on the medium before its bytes
                    break;
                default:
                    random.NextBytes(damaged.AsSpan(random.Next(damaged.Length)));
                    break;
            }

            File.WriteAllBytes(journal, damaged);
            ground.Copy(s_plain, engine: null);

            Assert.True(
                File.ReadAllBytes(ground.Source).AsSpan().SequenceEqual(File.ReadAllBytes(ground.Target)), $"seed {Seed}, round {round}");
            Assert.Empty(ground.Leftovers);
            File.Delete(ground.Target);
        }
    }

    [Fact]
    public void What_a_copy_left_that_was_killed_with_its_name_in_place_goes_with_the_next_one()
    {
        using var ground = new CopyGround();
        ground.MakeSource(Length);
        using (OpenDirectory directory = OpenDirectory.Root(FilePath.FromText(ground.Directory)))
        {
            var target = new DirectoryEntry(directory, ground.TargetPath.Name);
            UnpublishedFile part = UnpublishedFile.Create(target, TemporaryNames.Continuable(target.Name), PartMarks.Copy);
            using CopyJournal journal = CopyJournal.Create(target, Entries.Status(part.Handle, target));
            journal.NotePart(part.Identity);
            part.Publish(RenameRule.MustBeFree);
            part.Release();
        }

        CopyException refused = Assert.Throws<CopyException>(() => ground.Copy(s_plain, engine: null));

        Assert.Equal(CopyOutcome.Refused, refused.Outcome); // it exists, and is not the source
        Assert.Empty(ground.Leftovers);
        Assert.Equal(string.Empty, Command.Shell($"getfattr --absolute-names '{ground.Target}'"));
    }

    [Theory]
    [InlineData("")]
    [InlineData("mine")]
    public void A_foreign_file_with_the_name_of_the_journal_is_left_alone(string content)
    {
        using var ground = new CopyGround();
        ground.MakeSource(Length);
        string journal = Path.Combine(ground.Directory, Journal);
        File.WriteAllText(journal, content);

        CopyException refused = Assert.Throws<CopyException>(() => ground.Copy(s_plain, engine: null));

        Assert.Equal(CopyOutcome.Refused, refused.Outcome);
        Assert.Equal(content, File.ReadAllText(journal));
        Assert.Equal([Journal], ground.Leftovers);
    }

    [Fact]
    public void A_part_whose_journal_is_gone_is_still_ours_and_made_anew()
    {
        using var ground = new CopyGround();
        StopHalfway(ground, s_plain);
        File.Delete(Path.Combine(ground.Directory, Journal));

        CopyResult result = ground.Copy(s_plain, engine: null);

        Assert.Equal((0L, (long)Length), (result.BytesResumed, result.BytesCopied));
        ground.AssertEqual();
        Assert.Empty(ground.Leftovers);
    }

    [Fact]
    public void An_unfinished_file_of_records_with_the_temporary_name_is_left_alone()
    {
        using var ground = new CopyGround();
        ground.MakeSource(Length);
        string part = Path.Combine(ground.Directory, Part);
        File.WriteAllText(part, "records");
        using (StorageFile file = StorageFile.Open(FilePath.FromText(part), new() { Access = FileAccessKind.ReadWrite }))
        {
            PartMarks.Records.Set(file.Handle, file.Path, file.Identity);
        }

        CopyException refused = Assert.Throws<CopyException>(() => ground.Copy(s_plain, engine: null));

        Assert.Equal(CopyOutcome.Refused, refused.Outcome);
        Assert.Contains("unfinished file of records", refused.Message, StringComparison.Ordinal);
        Assert.Equal("records", File.ReadAllText(part));
    }

    [Fact]
    public void A_copy_carries_no_mark_when_it_is_published()
    {
        Capability.RequireProgram("getfattr");
        using var ground = new CopyGround();
        StopHalfway(ground, s_plain);
        Assert.Contains("user.landspeed.part", Command.Shell($"getfattr --absolute-names '{Path.Combine(ground.Directory, Part)}'"), StringComparison.Ordinal);

        ground.Copy(s_plain, engine: null);

        Assert.Equal(string.Empty, Command.Shell($"getfattr --absolute-names '{ground.Target}'"));
    }

    [Fact]
    public void A_foreign_file_with_the_temporary_name_is_left_alone()
    {
        using var ground = new CopyGround();
        ground.MakeSource(Length);
        string part = Path.Combine(ground.Directory, Part);
        File.WriteAllText(part, "mine");

        CopyException refused = Assert.Throws<CopyException>(() => ground.Copy(s_plain, engine: null));

        Assert.Equal(CopyOutcome.Refused, refused.Outcome);
        Assert.Equal("mine", File.ReadAllText(part));
        Assert.Equal([Part], ground.Leftovers);
    }

    [Fact]
    public void Two_copies_to_one_target_at_a_time_are_refused()
    {
        using var ground = new CopyGround();
        ground.MakeSource(Length);
        CopyException? refused = null;
        var meanwhile = new OnBytes(Length / 4, () => refused = Assert.Throws<CopyException>(() => ground.Copy(s_plain, engine: null)));

        ground.Copy(s_plain, engine: null, meanwhile);

        Assert.Equal(CopyOutcome.Refused, refused?.Outcome);
        Assert.Contains("another copy is writing", refused!.Message);
        ground.AssertEqual();
    }

    private static void StopHalfway(CopyGround ground, CopyOptions options)
    {
        if (!File.Exists(ground.Source))
        {
            ground.MakeSource(Length);
        }

        ground.StopAt(Length / 2, options);
    }
}
