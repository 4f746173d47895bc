using System.Diagnostics.Metrics;
using System.Diagnostics.Tracing;

namespace Landspeed.Tests.Platform.Observation;

/// <summary>Listens to the library's meter and events, as a monitoring tool does.</summary>
internal sealed class MeterWatch : EventListener
{
    private readonly MeterListener _listener = new();
    private readonly Lock _lock = new();
    private readonly List<(string Name, double Value, string[] Tags)> _values = [];
    private readonly List<string> _events = [];

    internal MeterWatch()
    {
        _listener.InstrumentPublished = (instrument, listener) =>
        {
            if (instrument.Meter.Name == "Landspeed")
            {
                listener.EnableMeasurementEvents(instrument);
            }
        };
        _listener.SetMeasurementEventCallback<long>((instrument, value, tags, _) => Add(instrument, value, tags));
        _listener.SetMeasurementEventCallback<int>((instrument, value, tags, _) => Add(instrument, value, tags));
        _listener.SetMeasurementEventCallback<double>((instrument, value, tags, _) => Add(instrument, value, tags));
        _listener.Start();
    }

    /// <summary>The events so far: name and arguments.</summary>
    internal string[] Events
    {
        get
        {
            lock (_lock)
            {
                return [.. _events];
            }
        }
    }

    /// <summary>All tags so far: <c>name=value</c>.</summary>
    internal string[] Tags
    {
        get
        {
            lock (_lock)
            {
                return [.. _values.SelectMany(value => value.Tags)];
            }
        }
    }

    /// <summary>The sum of what an instrument measured, of one value of a tag or of all.</summary>
    internal double Sum(string name, string? tag = null) => Values(name, tag).Sum();

    /// <summary>The largest value of an instrument.</summary>
    internal double Most(string name) => Values(name, tag: null).Max();

    /// <inheritdoc/>
    public override void Dispose()
    {
        _listener.Dispose();
        base.Dispose();
    }

    /// <inheritdoc/>
    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name == "Landspeed")
        {
            EnableEvents(eventSource, EventLevel.Informational);
        }
    }

    /// <inheritdoc/>
    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        lock (_lock)
        {
            _events.Add($"{eventData.EventName}({string.Join(", ", eventData.Payload ?? [])})");
        }
    }

    private double[] Values(string name, string? tag)
    {
        lock (_lock)
        {
            return
            [
                .. from value in _values
                   where value.Name == name
                   where tag is null || value.Tags.Any(text => text.EndsWith("=" + tag, StringComparison.Ordinal))
                   select value.Value,
            ];
        }
    }

    private void Add(Instrument instrument, double value, ReadOnlySpan<KeyValuePair<string, object?>> tags)
    {
        var texts = new List<string>();
        foreach (KeyValuePair<string, object?> tag in tags)
        {
            texts.Add($"{tag.Key}={tag.Value}");
        }

        lock (_lock)
        {
            _values.Add((instrument.Name, value, [.. texts]));
        }
    }
}
