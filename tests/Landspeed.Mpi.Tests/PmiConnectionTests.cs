using System.Net;
using System.Net.Sockets;

namespace Landspeed.Mpi.Tests;

public sealed class PmiConnectionTests
{
    private static readonly (string Line, string? Answer)[] s_asUsual =
        [("cmd=barrier_in", "cmd=barrier_out"), ("cmd=finalize", "cmd=finalize_ack")];

    [Fact]
    public async Task A_rank_meets_the_others_before_it_says_that_it_has_ended() =>
        Assert.Null(await Leave(s_asUsual));

    [Theory]
    [InlineData("cmd=barrier_out rc=0")]
    public async Task An_answer_may_say_more(string answer) =>
        Assert.Null(await Leave([(s_asUsual[0].Line, answer), s_asUsual[1]]));

    [Theory]
    [InlineData("cmd=error")]
    [InlineData("")]
    [InlineData(null)]
    public async Task Any_other_answer_is_told(string? answer)
    {
        Exception? told = await Leave([(s_asUsual[0].Line, answer)]);
        Assert.Equal(
            $"the launcher (PMI_FD) answered '{answer}' instead of cmd=barrier_out at the end; all work was done",
            Assert.IsType<ProcessGroupException>(told).Message);
    }

    [Fact]
    public void Without_a_descriptor_there_is_no_such_launcher()
    {
        Assert.Null(PmiConnection.Find(_ => null));
        Assert.Null(PmiConnection.Find(_ => "none"));
    }

    [Theory]
    [InlineData("MPICH Version:\t4.0.2\nMPICH Device:\tch4:ucx\nMPICH configure:\t--with-pm=hydra", true)]
    [InlineData("MPICH Version:\t4.0.2\nMPICH Device:\tch4:ofi\nMPICH configure:\t--with-pm=hydra", false)]
    [InlineData("MPICH Version:\t4.2.0\nMPICH Device:\tch4:ucx\nMPICH configure:\t--with-pmi=pmi2", false)]
    [InlineData("Open MPI v4.1.4, package: Debian OpenMPI, ch4:ucx", false)]
    public void Ranks_leave_through_the_launcher_with_MPICH_over_UCX_only(string description, bool expected) =>
        Assert.Equal(expected, MpiLibrary.MayHangAtItsEnd(description));

    // What a rank throws when a launcher answers its lines so, and closes the connection.
    private static async Task<Exception?> Leave((string Line, string? Answer)[] talk)
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        using var rank = new TcpClient();
        await rank.ConnectAsync((IPEndPoint)listener.LocalEndpoint);
        Task<Exception?> left = Task.Run(() => Record.Exception(new PmiConnection(rank.GetStream()).Leave));
        using (TcpClient launcher = await listener.AcceptTcpClientAsync())
        {
            using var lines = new StreamReader(launcher.GetStream());
            foreach ((string line, string? answer) in talk)
            {
                Assert.Equal(line, await lines.ReadLineAsync());
                if (answer is not null)
                {
                    await launcher.GetStream().WriteAsync(System.Text.Encoding.UTF8.GetBytes(answer + "\n"));
                }
            }
        }

        return await left;
    }
}
