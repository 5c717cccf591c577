import ManifestVerifier
import Plan
import Testing

@Test
func `the same review gives the same page`() throws {
    let date = try #require(SignedDate(secondsSince1970: 1_795_302_327))
    let review = Review(date: date, toolVersion: "0.1.0", policyFile: "policy.json", environments: [])
    #expect(review.page == review.page)
}
