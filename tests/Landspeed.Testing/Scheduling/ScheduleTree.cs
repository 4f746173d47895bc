namespace Landspeed.Testing.Scheduling;

/// <summary>
/// The decisions of one schedule after the other, in depth-first order: each run repeats the decisions of the one before
/// up to the last that has an alternative, takes that, and goes on with first choices (stateless model checking).
/// </summary>
/// <param name="preemptions">
/// How often a schedule may take the turn from a thread that could go on. Musuvathi and Qadeer, PLDI 2007: most bugs of
/// concurrent programs need one or two.
/// </param>
/// <param name="detours">How often it may go on with another thread than the first one where a thread waits or has ended.</param>
internal sealed class ScheduleTree(int preemptions, int detours) : ISchedules
{
    private readonly List<Decision> _decisions = [];
    private int _depth;
    private int _preemptions;
    private int _detours;

    /// <inheritdoc/>
    public void Begin() => (_depth, _preemptions, _detours) = (0, 0, 0);

    /// <inheritdoc/>
    public int Choose(int count, ChoicePrice price)
    {
        if (count == 1 || IsSpent(price))
        {
            return 0;
        }

        if (_depth == _decisions.Count)
        {
            _decisions.Add(new Decision(0, count));
        }

        Decision decision = _decisions[_depth++];
        if (decision.Count != count)
        {
            throw new InvalidOperationException(FormattableString.Invariant(
                $"decision {_depth} had {decision.Count} choices and has {count}: the subject does not repeat itself"));
        }

        if (decision.Chosen > 0)
        {
            _preemptions += price == ChoicePrice.Preemption ? 1 : 0;
            _detours += price == ChoicePrice.Detour ? 1 : 0;
        }

        return decision.Chosen;
    }

    /// <inheritdoc/>
    public bool Advance()
    {
        while (_decisions.Count > 0)
        {
            Decision last = _decisions[^1];
            _decisions.RemoveAt(_decisions.Count - 1);
            if (last.Chosen + 1 < last.Count)
            {
                _decisions.Add(last with { Chosen = last.Chosen + 1 });
                return true;
            }
        }

        return false;
    }

    private bool IsSpent(ChoicePrice price) => price switch
    {
        ChoicePrice.Preemption => _preemptions == preemptions,
        ChoicePrice.Detour => _detours == detours,
        _ => false,
    };

    private readonly record struct Decision(int Chosen, int Count);
}

/// <summary>Decides what happens next, one schedule after the other.</summary>
internal interface ISchedules
{
    /// <summary>Starts a run.</summary>
    void Begin();

    /// <summary>Decides.</summary>
    /// <param name="count">Choices, 1 or more.</param>
    /// <param name="price">What any other choice than the first one costs.</param>
    /// <returns>The index of the choice.</returns>
    int Choose(int count, ChoicePrice price);

    /// <summary>Goes on to the next schedule.</summary>
    /// <returns>False when all have been tried.</returns>
    bool Advance();
}

/// <summary>What it costs a schedule to deviate from the first choice.</summary>
internal enum ChoicePrice
{
    /// <summary>Nothing: every choice is tried in every schedule.</summary>
    Nothing,

    /// <summary>One of the schedule's detours.</summary>
    Detour,

    /// <summary>One of the schedule's preemptions.</summary>
    Preemption,
}
