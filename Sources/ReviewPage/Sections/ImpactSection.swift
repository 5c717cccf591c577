extension ReviewedEnvironment {
    var impactSection: HTML { .empty }
}
