using Landspeed.Copying;
using Landspeed.Testing;
using Landspeed.Testing.Simulation;

namespace Landspeed.Tests.Copying.Content;

public class CopyFaultTests
{
    private const int Length = (2 << 20) + 100;
    private static readonly CopyOptions s_options = new() { RequestSize = 256 * 1024, QueueDepth = 4, Strategy = CopyStrategy.Direct };

    [Theory]
    [InlineData(NativeErrorKind.DeviceFailure, FaultExtent.Once, false)]
    [InlineData(NativeErrorKind.DeviceFailure, FaultExtent.Permanent, false)]
    [InlineData(NativeErrorKind.NoSpace, FaultExtent.Once, false)]
    [InlineData(NativeErrorKind.QuotaExceeded, FaultExtent.Permanent, false)]
    [InlineData(NativeErrorKind.NotPermitted, FaultExtent.Once, false)]
    [InlineData(NativeErrorKind.DeviceFailure, FaultExtent.Once, true)]
    [InlineData(NativeErrorKind.DeviceFailure, FaultExtent.Permanent, true)]
    public void An_error_at_any_request_is_reported_and_leaves_the_old_target(NativeErrorKind error, FaultExtent extent, bool verify)
    {
        for (int request = 0; ; request++)
        {
            using var ground = new CopyGround();
            ground.MakeSource(Length);
            File.WriteAllText(ground.Target, "old");
            var faults = new SimulationOptions { Faults = [new SimulatedFault(request, error, extent)] };
            CopyOptions options = s_options with { Verify = verify, Overwrite = OverwriteRule.Always };
            try
            {
                ground.Copy(options, depth => new SimulatedEngine(faults with { QueueDepth = depth }), checkpointInterval: 512 << 10);
                Assert.InRange(request, 18, 60); // every one of the requests was struck
                ground.AssertEqual();
                Assert.Empty(ground.Leftovers);
                return;
            }
            catch (CopyException failure)
            {
                Assert.Equal("old", File.ReadAllText(ground.Target));
                Assert.Equal(
                    error is NativeErrorKind.NoSpace or NativeErrorKind.QuotaExceeded ? CopyOutcome.OutOfSpace : CopyOutcome.Failed,
                    failure.Outcome);
                Assert.Contains(".dat", failure.Message);
            }

            // Whatever it left, the same copy finishes once the machine works again.
            ground.Copy(options, engine: null);
            ground.AssertEqual();
            Assert.Empty(ground.Leftovers);
        }
    }

    [Theory]
    [InlineData(1, false)]
    [InlineData(2, true)]
    public void Short_interrupted_late_and_reordered_requests_change_nothing(int seed, bool verify)
    {
        for (int round = 0; round < 40; round++)
        {
            ulong start = (ulong)((seed * 1000) + round);
            using var ground = new CopyGround();
            ground.MakeSource(Length + (round * 997), round);
            var faults = new SimulationOptions
            {
                Seed = start,
                ShortProbability = 0.2,
                ShortAlignment = round % 2 == 0 ? 512 : 4096,
                ErrorProbability = 0.1,
                RandomError = round % 3 == 0 ? NativeErrorKind.WouldBlock : NativeErrorKind.Interrupted,
                MaximumDelay = 5,
                Order = CompletionOrder.Random,
            };

            ground.Copy(
                s_options with { Verify = verify, Digests = round % 4 == 0 ? [DigestAlgorithm.Xxh128] : [] },
                depth => new SimulatedEngine(faults with { QueueDepth = depth }));

            ground.AssertEqual();
            Assert.Empty(ground.Leftovers);
        }
    }

    [Theory]
    [InlineData("truncate -s 1000 {0}")]
    [InlineData("truncate -s 0 {0}")]
    [InlineData("truncate -s 2097153 {0}")]
    [InlineData("printf more >> {0}")]
    [InlineData("printf other | dd of={0} conv=notrunc status=none")]
    [InlineData("cp -p {0} {0}.2; printf x | dd of={0} bs=1 seek=2000000 conv=notrunc status=none; touch -r {0}.2 {0}; rm {0}.2")]
    public void A_source_that_changes_while_it_is_read_is_never_published(string change)
    {
        foreach (int after in new[] { 1, Length / 2, Length })
        {
            using var ground = new CopyGround();
            ground.MakeSource(Length);
            File.WriteAllText(ground.Target, "old");
            string command = string.Format(System.Globalization.CultureInfo.InvariantCulture, change, $"'{ground.Source}'");
            var meanwhile = new OnBytes(after, () => Testing.Command.Shell(command));

            CopyException failure = Assert.Throws<CopyException>(
                () => ground.Copy(s_options with { Overwrite = OverwriteRule.Always }, engine: null, meanwhile));

            Assert.True(failure.Outcome == CopyOutcome.SourceChanged, $"after {after}: {failure.Message}");
            Assert.Equal("old", File.ReadAllText(ground.Target));
            Assert.Empty(ground.Leftovers);
        }
    }

    [Fact]
    public void Damage_between_writing_and_verifying_is_found_and_not_put_in_place()
    {
        foreach (int place in new[] { 0, 511, 262_144, 1_048_574, Length - 2 })
        {
            using var ground = new CopyGround();
            ground.MakeSource(Length);
            File.WriteAllText(ground.Target, "old");
            var damage = new OnPhase(CopyPhase.Verifying, () =>
            {
                string part = Path.Combine(ground.Directory, ground.Leftovers.Single(
                    name => name.EndsWith("-part", StringComparison.Ordinal)));
                Testing.Command.Shell(FormattableString.Invariant(
                    $"printf '\\000\\377' | dd of='{part}' bs=1 seek={place} conv=notrunc,fsync status=none"));
            });

            CopyException failure = Assert.Throws<CopyException>(() => ground.Copy(
                s_options with { Verify = true, Overwrite = OverwriteRule.Always }, engine: null, damage));

            Assert.Equal(CopyOutcome.Mismatch, failure.Outcome);
            Assert.True(failure.Problem.Range!.Value.Contains(place), failure.Message);
            Assert.Equal("old", File.ReadAllText(ground.Target));
            Assert.Empty(ground.Leftovers);
        }
    }

    private sealed class OnPhase(CopyPhase phase, Action action) : IProgress<CopyProgress>
    {
        private bool _done;

        public void Report(CopyProgress value)
        {
            if (!_done && value.Phase == phase)
            {
                _done = true;
                action();
            }
        }
    }

    [Fact]
    public void A_flush_that_failed_condemns_what_was_written()
    {
        int flushes = 0;
        for (int request = 0; ; request++)
        {
            using var ground = new CopyGround();
            ground.MakeSource(Length);
            var faults = new SimulationOptions { Faults = [new SimulatedFault(request, NativeErrorKind.DeviceFailure, FaultExtent.Once)] };
            try
            {
                ground.Copy(s_options, depth => new SimulatedEngine(faults with { QueueDepth = depth }), checkpointInterval: 512 << 10);
                break;
            }
            catch (CopyException failure) when (failure.Message.Contains("flush", StringComparison.Ordinal))
            {
                // The next flush would succeed and prove nothing: the system has forgotten what it could not write.
                Assert.Empty(ground.Leftovers);
                flushes++;
            }
            catch (CopyException)
            {
                // a read or a write: not what this is about
            }
        }

        Assert.InRange(flushes, 2, 10);
    }

    [Theory]
    [InlineData("echo foreign > .target.dat.landspeed-part")]
    [InlineData("ln -s source.dat .target.dat.landspeed-part")]
    public void What_somebody_puts_in_the_place_of_the_unfinished_copy_is_not_published(string command)
    {
        using var ground = new CopyGround();
        ground.MakeSource(Length);
        File.WriteAllText(ground.Target, "old");
        var meanwhile = new OnBytes(
            Length / 2, () => Command.Shell($"cd '{ground.Directory}' && rm .target.dat.landspeed-part && {command}"));

        CopyException failed = Assert.Throws<CopyException>(
            () => ground.Copy(s_options with { Overwrite = OverwriteRule.Always }, engine: null, meanwhile));

        Assert.Equal(CopyOutcome.Failed, failed.Outcome);
        Assert.Equal("old", File.ReadAllText(ground.Target));
        Assert.Equal([".target.dat.landspeed-part"], ground.Leftovers); // it is not ours to remove
    }

    [Theory]
    [InlineData("mv moving moved")]
    [InlineData("mv moving moved && mkdir moving")]
    [InlineData("rm -r moving")]
    public void A_directory_that_is_not_any_more_where_it_was_gets_no_file(string command)
    {
        using var ground = new CopyGround();
        ground.MakeSource(Length);
        string directory = Directory.CreateDirectory(Path.Combine(ground.Directory, "moving")).FullName;
        var meanwhile = new OnBytes(Length / 2, () => Command.Shell($"cd '{ground.Directory}' && {command}"));

        CopyException failed = Assert.Throws<CopyException>(
            () => FileCopier.Copy(ground.SourcePath, FilePath.FromText(directory + "/target.dat"), s_options, meanwhile, ground.Stop));

        Assert.Equal(CopyOutcome.Failed, failed.Outcome);
        Assert.Contains("moving was moved", failed.Message, StringComparison.Ordinal);
        Assert.Empty(Command.Shell($"cd '{ground.Directory}' && find . -mindepth 2"));
    }
}
