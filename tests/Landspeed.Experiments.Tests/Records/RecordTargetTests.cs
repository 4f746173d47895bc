using Landspeed.Experiments.Records;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Records;

public sealed class RecordTargetTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Theory]
    [InlineData("ln -s nowhere records", "records", "records is a symbolic link")]
    [InlineData("echo mine > other; ln -s other records", "records", "records is a symbolic link")]
    [InlineData("mkdir records", "records", "records is a directory; name a file in it")]
    [InlineData("mkdir records", "records/", "records/ ends in a slash")]
    [InlineData("mkdir d; ln -s d records", "records", "records is a symbolic link")]
    [InlineData("mkfifo records", "records", "records is a FIFO")]
    [InlineData("true", "records/", "records/ ends in a slash")]
    [InlineData("echo mine > records", "records/", "records/ ends in a slash")]
    [InlineData("echo mine > other", "other/records", "other is not a directory")]
    public void A_name_that_cannot_become_a_file_is_refused_beforehand_also_with_overwrite(string make, string name, string message)
    {
        Command.Shell($"cd '{_scratch.Path}' && {make}");
        string before = Command.Shell($"ls -lAR '{_scratch.Path}'");

        foreach (bool overwrite in new[] { false, true })
        {
            var task = new RecordGeneration
            {
                Records = new RecordSet { Count = 10 },
                Target = FilePath.FromText($"{_scratch.Path}/{name}"),
                Overwrite = overwrite,
            };
            var refused = Assert.Throws<ExperimentException>(() => new GenerateRecords(task).Plan(DateTimeOffset.UnixEpoch));
            bool isDirectory = message.Contains("a directory;", StringComparison.Ordinal);
            Assert.Equal(isDirectory ? Outcome.Usage : Outcome.Refused, refused.Outcome);
            Assert.Contains(message, refused.Message, StringComparison.Ordinal);
        }

        Assert.Equal(before, Command.Shell($"ls -lAR '{_scratch.Path}'"));
    }
}
