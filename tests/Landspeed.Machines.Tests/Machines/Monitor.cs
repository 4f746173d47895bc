using System.Net.Sockets;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Landspeed.Machines.Tests.Machines;

/// <summary>
/// Orders for qemu, in its own language (QMP): taking a disk away, changing its rate, cutting a network.
/// </summary>
public sealed class Monitor : IDisposable
{
    private readonly Socket _socket;
    private readonly NetworkStream _stream;
    private readonly StreamReader _reader;
    private bool _greeted;

    internal Monitor(Socket socket)
    {
        _socket = socket;
        _stream = new NetworkStream(socket);
        _reader = new StreamReader(_stream);
    }

    /// <summary>Gives an order and waits for the answer.</summary>
    /// <param name="order">Its name, for example <c>device_del</c>.</param>
    /// <param name="arguments">Its arguments, for example <c>("id", "device-disk0")</c>.</param>
    /// <exception cref="MachineException">qemu refuses it.</exception>
    public void Order(string order, params (string Name, JsonNode Value)[] arguments)
    {
        if (!_greeted)
        {
            _greeted = true;
            _reader.ReadLine();
            Send(new JsonObject { ["execute"] = "qmp_capabilities" });
        }

        var named = new JsonObject();
        foreach ((string name, JsonNode value) in arguments)
        {
            named[name] = value;
        }

        Send(new JsonObject { ["execute"] = order, ["arguments"] = named });
    }

    /// <summary>Ends the line.</summary>
    public void Dispose()
    {
        _reader.Dispose();
        _stream.Dispose();
        _socket.Dispose();
    }

    private void Send(JsonObject order)
    {
        _stream.Write(JsonSerializer.SerializeToUtf8Bytes(order));
        _stream.WriteByte((byte)'\n');

        // Events come in between.
        while (_reader.ReadLine() is { } line)
        {
            JsonObject answer = JsonNode.Parse(line)!.AsObject();
            if (answer["error"] is { } error)
            {
                throw new MachineException($"qemu refuses {order}: {error}");
            }

            if (answer.ContainsKey("return"))
            {
                return;
            }
        }

        throw new MachineException($"qemu ended before it answered {order}");
    }
}
