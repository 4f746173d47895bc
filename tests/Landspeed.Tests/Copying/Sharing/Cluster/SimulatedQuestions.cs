using Landspeed.Copying.Sharing;

namespace Landspeed.Tests.Copying.Sharing.Cluster;

/// <summary>What <see cref="SharingLoop"/> does on a thread, in simulated time: asks, again when no answer comes, and waits as it is told.</summary>
internal sealed class SimulatedQuestions
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(1);

    private readonly WorkShare _share;
    private readonly SimulatedTime _time;
    private readonly Action<byte[]> _send;
    private readonly Action<Action> _run;
    private long _question;
    private bool _asks;
    private bool _hasNews;
    private Waits _waits;
    private TimeSpan _answered;
    private long _wake;

    /// <summary>Begins with the first question.</summary>
    /// <param name="share">Asks.</param>
    /// <param name="time">The clock.</param>
    /// <param name="send">Sends a question, which may be lost.</param>
    /// <param name="run">Runs something as soon as the process does not stand still; not at all when it has ended.</param>
    internal SimulatedQuestions(WorkShare share, SimulatedTime time, Action<byte[]> send, Action<Action> run)
    {
        (_share, _time, _send, _run) = (share, time, send, run);
        share.News = Hurry;
    }

    /// <summary>Asks now, unless an answer is awaited.</summary>
    internal void Ask()
    {
        if (_asks || _share.IsDone)
        {
            return;
        }

        (_asks, _hasNews) = (true, false);
        Send(_share.Ask(), ++_question, s_patience);
    }

    /// <summary>An answer has come.</summary>
    internal void Receive(byte[] answer)
    {
        if (_share.Answer(answer) is not { } waits)
        {
            return;
        }

        (_asks, _waits, _answered) = (false, waits, _time.Now);
        WakeAfter(_hasNews ? _waits.Pause : _waits.Rest);
    }

    // The same question again, until it is answered.
    private void Send(byte[] question, long number, TimeSpan patience)
    {
        if (_asks && number == _question)
        {
            _send(question);
            _time.After(patience, () => _run(() => Send(question, number, 2 * patience)));
        }
    }

    private void Hurry()
    {
        bool hadNews = _hasNews;
        _hasNews = true;
        if (!_asks && !hadNews)
        {
            WakeAfter(_answered + _waits.Pause - _time.Now);
        }
    }

    private void WakeAfter(TimeSpan delay)
    {
        long wake = ++_wake;
        _time.After(delay, () =>
        {
            if (wake == _wake)
            {
                _run(Ask);
            }
        });
    }
}
