using System.Diagnostics;
using System.Net.Sockets;

namespace Landspeed.Machines.Tests.Machines;

/// <summary>Where qemu connects to: so no line of a machine is lost before somebody listens.</summary>
internal sealed class ListeningSocket : IDisposable
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(30);
    private readonly string _name = $"landspeed-test-{Guid.NewGuid():N}";
    private readonly Socket _socket = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);

    public ListeningSocket()
    {
        _socket.Bind(new UnixDomainSocketEndPoint("\0" + _name));
        _socket.Listen();
    }

    /// <summary>Where it listens, for qemu. It has no name in a directory: paths can be too long for sockets.</summary>
    public string Address => $"path={_name},abstract=on";

    /// <summary>Waits for qemu.</summary>
    /// <param name="qemu">Its process.</param>
    /// <param name="complaints">The file that holds what it complained of.</param>
    /// <exception cref="MachineException">It ended instead, or says nothing.</exception>
    public Socket Accept(Process qemu, string complaints)
    {
        Task<Socket> accepted = _socket.AcceptAsync();
        using var patience = new CancellationTokenSource(s_patience);
        Task ended = qemu.WaitForExitAsync(patience.Token);
        int first = Task.WaitAny(accepted, ended);
        return first == 0 && accepted.IsCompletedSuccessfully
            ? accepted.Result
            : throw new MachineException(ended.IsCanceled
                ? "qemu does not connect"
                : $"qemu ended with {qemu.ExitCode}: {File.ReadAllText(complaints)}");
    }

    public void Dispose() => _socket.Dispose();
}
