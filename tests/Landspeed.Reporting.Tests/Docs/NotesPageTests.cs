using System.Reflection;
using Landspeed.Experiments.Judging;

namespace Landspeed.Reporting.Tests.Docs;

public class NotesPageTests
{
    [Fact]
    public void The_page_on_notes_explains_every_code_as_the_catalogue_does() =>
        GeneratedPart.Check("docs/notes.md", NotesPage.Make());

    [Fact]
    public void Every_code_is_in_a_list_of_the_catalogue_once()
    {
        string[] declared =
        [
            .. typeof(FindingCodes).GetFields(BindingFlags.Static | BindingFlags.NonPublic | BindingFlags.Public)
                .Select(field => field.GetValue(null)).OfType<FindingCode>().Select(code => code.Name),
        ];

        Assert.True(declared.Length > 35, "the codes were not found");
        Assert.Equal(
            declared.Order(StringComparer.Ordinal),
            FindingCodes.All.Select(code => code.Name).Order(StringComparer.Ordinal));
    }

    [Fact]
    public void A_meaning_and_a_remedy_are_sentences() => Assert.All(FindingCodes.All, code =>
    {
        Assert.EndsWith(".", code.Meaning, StringComparison.Ordinal);
        Assert.EndsWith(".", code.Remedy, StringComparison.Ordinal);
        Assert.DoesNotContain('|', code.Meaning + code.Remedy);
    });
}
