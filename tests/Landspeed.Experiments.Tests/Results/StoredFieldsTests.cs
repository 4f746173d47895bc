using System.Text.Json.Nodes;
using Landspeed.Experiments.Comparing;
using Landspeed.Experiments.Tests.Comparing;
using Landspeed.Results;

namespace Landspeed.Experiments.Tests.Results;

public sealed class StoredFieldsTests
{
    [Theory]
    [InlineData("tool", "tool is null")]
    [InlineData("hosts", "hosts is null")]
    [InlineData("hosts/0", "hosts[0] is null")]
    [InlineData("places/0/role", "places[0].role is null")]
    [InlineData("setup/options/cold", "setup.options.cold is null")]
    [InlineData("cells/0/runs/7", "cells[0].runs[7] is null")]
    public void A_field_that_is_null_and_must_not_be_is_named(string path, string said) => Assert.Equal(
        $"not a result of Landspeed: {said}; give a file that --json wrote", Assert.Throws<InvalidDataException>(() => ResultsJson.Read(With(path, null))).Message);

    [Theory]
    [InlineData("setup/options")]
    [InlineData("cells/1/metrics")]
    [InlineData("cells/1/labels")]
    [InlineData("findings")]
    public void A_list_that_may_be_missing_and_is_null_is_empty(string path)
    {
        using var again = new StringWriter();
        ResultsJson.Write(ResultsJson.Read(With(path, null)), again);

        JsonNode? written = path.Split('/').Aggregate(JsonNode.Parse(again.ToString()), (node, name) => node is JsonArray list ? list[int.Parse(name)] : node![name]);
        Assert.Equal(0, written is JsonArray items ? items.Count : written!.AsObject().Count);
    }

    [Fact]
    public void A_size_below_0_is_named() => Assert.Equal(
        "not a result of Landspeed: hosts[0].memory_bytes is below 0; give a file that --json wrote",
        Assert.Throws<InvalidDataException>(() => ResultsJson.Read(With("hosts/0/memory_bytes", -1))).Message);

    /// <summary>Whatever single field is null, or any number -1: the document is refused, or is compared.</summary>
    [Fact]
    public void A_document_with_any_field_changed_is_refused_or_compared()
    {
        ResultDocument sound = ResultsJson.Read(Text());
        List<string> paths = [.. Paths(JsonNode.Parse(Text())!)];
        Assert.InRange(paths.Count, 200, 20_000);
        int refused = 0;
        foreach (string path in paths)
        {
            foreach (int? value in new int?[] { null, -1 })
            {
                try
                {
                    Comparer.Of([new ComparedResult("a", sound), new ComparedResult("b", ResultsJson.Read(With(path, value)))], new ComparisonOptions { IsAnyway = true }, default);
                }
                catch (Exception error) when (error is InvalidDataException or ExperimentException)
                {
                    refused++;
                }
                catch (Exception error)
                {
                    Assert.Fail($"{path} = {value?.ToString() ?? "null"}: {error}");
                }
            }
        }

        Assert.InRange(refused, 20, (paths.Count * 2) - 20);
    }

    private static string Text()
    {
        using var text = new StringWriter();
        ResultsJson.Write(StoredSamples.Document(StoredSamples.Cell("one", StoredSamples.Steady), StoredSamples.Cell("two", StoredSamples.Steady.Take(2))), text);
        return text.ToString();
    }

    private static string With(string path, int? value)
    {
        JsonNode document = JsonNode.Parse(Text())!;
        JsonNode parent = document;
        string[] names = path.Split('/');
        foreach (string name in names[..^1])
        {
            parent = parent is JsonArray list ? list[int.Parse(name)]! : parent[name]!;
        }

        if (parent is JsonArray array)
        {
            array[int.Parse(names[^1])] = value;
        }
        else
        {
            parent[names[^1]] = value;
        }

        return document.ToJsonString();
    }

    private static IEnumerable<string> Paths(JsonNode node) => node switch
    {
        JsonObject fields => fields.SelectMany(field => Of(field.Key, field.Value)),
        JsonArray list => list.Take(2).SelectMany((element, index) => Of($"{index}", element)),
        _ => [],
    };

    private static IEnumerable<string> Of(string name, JsonNode? value) => value is null ? [name] : Paths(value).Select(below => $"{name}/{below}").Prepend(name);
}
