using Landspeed.Copying.Sharing;

namespace Landspeed.Tests.Copying.Sharing;

public class WorkMessageTests
{
    [Fact]
    public void A_question_is_read_as_it_was_written()
    {
        var question = new CheckIn(9_999, 1L << 40)
        {
            IsIdle = true,
            Wants = 1,
            Accepts = 127,
            Surplus = 128,
            Foreign = 300_000,
            StopCode = 143,
            Offers = [new SharedItem(new WorkId(9_999, long.MaxValue), WorkKind.Verification, [1, 2]) { Avoids = 9_999, AvoidsToo = [1, 300] }, new SharedItem(new WorkId(9_999, 0), WorkKind.Directory, [])],
            Outcomes = [new WorkOutcome(new WorkId(0, 5), [3]), new WorkOutcome(new WorkId(1, 6), Result: null), new WorkOutcome(new WorkId(1, 7), [])],
            Counters = [0, long.MaxValue],
            Notes = [[4, 5, 6], []],
        };

        CheckIn read = CheckIn.Read(question.ToBytes());

        Assert.Equivalent(question, read, strict: true);
        Assert.Equal(SharedItem.Nobody, read.Offers[1].Avoids);
        Assert.Null(read.Outcomes[1].Result);
    }

    [Fact]
    public void An_answer_is_read_as_it_was_written()
    {
        var answer = new PoolAnswer(77)
        {
            IsDone = true,
            HasDemand = true,
            Stop = new StopRequest(3, 130),
            Grant = 16,
            Pause = TimeSpan.FromMilliseconds(1),
            Rest = TimeSpan.FromSeconds(4),
            Items = [new SharedItem(new WorkId(1, 2), WorkKind.Links, [9])],
            Results = [new SharedResult(new WorkId(0, 1), WorkKind.Segment, 12, [8, 7]) { Also = [4] }],
            Revoked = [new WorkId(5, 6)],
        };

        Assert.Equivalent(answer, PoolAnswer.Read(answer.ToBytes()), strict: true);
    }

    [Fact]
    public void What_is_cut_off_changed_or_of_another_version_is_refused()
    {
        byte[] question = new CheckIn(1, 2) { Counters = [1, 2, 3], Notes = [[1], [2]], Offers = [new SharedItem(new WorkId(1, 2), WorkKind.Links, [9])] }.ToBytes();
        byte[] answer = new PoolAnswer(7) { Items = [new SharedItem(new WorkId(1, 2), WorkKind.Links, [9])] }.ToBytes();

        for (int length = 0; length < question.Length; length++)
        {
            Assert.Throws<InvalidDataException>(() => CheckIn.Read(question.AsSpan(0, length)));
        }

        for (int length = 0; length < answer.Length; length++)
        {
            Assert.Throws<InvalidDataException>(() => PoolAnswer.Read(answer.AsSpan(0, length)));
        }

        Assert.Throws<InvalidDataException>(() => CheckIn.Read([.. question, 0]));
        Assert.Throws<InvalidDataException>(() => CheckIn.Read([2, .. question[1..]]));
        Assert.Throws<InvalidDataException>(() => PoolAnswer.Read([2, .. answer[1..]]));
    }

    [Fact]
    public void A_question_with_nothing_to_say_takes_few_bytes() =>
        Assert.InRange(new CheckIn(5, 1000) { Wants = 4, Accepts = 4, Counters = [1 << 20, 1 << 10] }.ToBytes().Length, 1, 24);
}
