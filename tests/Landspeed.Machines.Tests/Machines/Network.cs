using System.Globalization;
using System.Net;
using System.Net.Sockets;

namespace Landspeed.Machines.Tests.Machines;

/// <summary>
/// A network of machines: they see each other, and nothing else. It is a multicast group on this host's loopback.
/// </summary>
public sealed class Network
{
    /// <summary>What qemu calls the card of a machine.</summary>
    internal const string Card = "card";

    private readonly int _port = FreePort();

    internal IEnumerable<string> Arguments(int node) =>
    [
        "-netdev",
        string.Create(CultureInfo.InvariantCulture, $"socket,id=net,mcast=239.255.76.83:{_port},localaddr=127.0.0.1"),
        "-device",
        string.Create(
            CultureInfo.InvariantCulture, $"virtio-net-pci,netdev=net,id={Card},mac=52:54:00:00:00:{node:x2}"),
    ];

    // Each network has a port of its own; who asks for the next one gets another.
    private static int FreePort()
    {
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        socket.Bind(new IPEndPoint(IPAddress.Any, 0));
        return ((IPEndPoint)socket.LocalEndPoint!).Port;
    }
}
