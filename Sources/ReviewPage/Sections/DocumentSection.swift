extension ReviewedEnvironment {
    var documentSection: HTML { .empty }
}
