using Landspeed.Experiments.Records;

namespace Landspeed.Experiments.Tests.Records;

public class RecordSummaryTests
{
    [Theory]
    [InlineData(3)]
    [InlineData(4)]
    [InlineData(1_000)]
    public void The_first_unordered_record_of_what_gensort_makes_is_number_2(int count)
    {
        Assert.Equal(2, RecordTestData.Judge(RecordTestData.Make(count)).FirstUnordered);
    }

    [Fact]
    public void A_thousand_binary_records_have_483_that_are_out_of_order()
    {
        Assert.Equal(483, RecordTestData.Judge(RecordTestData.Make(1_000)).Unordered);
    }

    [Fact]
    public void Partitions_joined_in_any_grouping_give_what_a_naive_validator_finds()
    {
        int seed = int.TryParse(Environment.GetEnvironmentVariable("LANDSPEED_SEED"), out int given) ? given : Environment.TickCount;
        var random = new Random(seed);
        for (int turn = 0; turn < 300; turn++)
        {
            byte[] records = FewKeys(random, random.Next(0, 60), sorted: random.Next(2) == 0);
            bool ignoresCase = random.Next(2) == 0;
            RecordSummary joined = Joined(random, new RecordJudge(ignoresCase), records);
            NaiveValidation naive = NaiveValidation.Of(records, ignoresCase);
            var found = new NaiveValidation(
                joined.Count, joined.Unordered, joined.Unordered > 0 ? joined.FirstUnordered : null, joined.Duplicates, joined.Checksum);

            Assert.True(naive == found, $"LANDSPEED_SEED={seed} shows in turn {turn}: {found} instead of {naive}");
        }
    }

    [Fact]
    public void A_duplicate_across_the_border_of_two_partitions_counts()
    {
        byte[] record = RecordTestData.Make(1);

        RecordSummary joined = RecordTestData.Judge(record).Join(RecordTestData.Judge(record));

        Assert.Equal((1L, 0L), (joined.Duplicates, joined.Unordered));
    }

    [Fact]
    public void Case_is_ignored_for_letters_alone()
    {
        string[] smaller = ["A", "Z", "a", "z", "@", "[", "{", "`", "\u00C1", "\u00E1", "\u00DA", "\u00FF", "\0"];
        foreach (string left in smaller)
        {
            foreach (string right in smaller)
            {
                byte[] one = new byte[100];
                byte[] other = new byte[100];
                for (int place = 0; place < 10; place++)
                {
                    Array.Clear(one);
                    Array.Clear(other);
                    one[place] = (byte)left[0];
                    other[place] = (byte)right[0];
                    int expected = NaiveValidation.Small(one[place]).CompareTo(NaiveValidation.Small(other[place]));
                    int order = RecordKey.Of(one).IgnoringCase().CompareTo(RecordKey.Of(other).IgnoringCase());
                    Assert.Equal(Math.Sign(expected), Math.Sign(order));
                }
            }
        }
    }

    private static RecordSummary Joined(Random random, RecordJudge judge, byte[] records)
    {
        int count = records.Length / 100;
        if (count <= 1 || random.Next(4) == 0)
        {
            return judge.Summarize(records);
        }

        int middle = random.Next(0, count + 1) * 100;
        return Joined(random, judge, records[..middle]).Join(Joined(random, judge, records[middle..]));
    }

    private static byte[] FewKeys(Random random, int count, bool sorted)
    {
        byte[][] all = [.. Enumerable.Range(0, count).Select(_ =>
        {
            byte[] record = new byte[100];
            random.NextBytes(record.AsSpan(10));
            record[0] = (byte)"aAbBz\u00C1\u00E1"[random.Next(7)];
            record[9] = (byte)random.Next(2);
            return record;
        })];
        return [.. (sorted ? all.OrderBy(record => (record[0], record[9])) : all.AsEnumerable()).SelectMany(record => record)];
    }
}
