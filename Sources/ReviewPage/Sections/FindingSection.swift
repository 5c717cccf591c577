extension ReviewedEnvironment {
    var findingSection: HTML { .empty }
}
