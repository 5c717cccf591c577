extension ReviewedEnvironment {
    var acknowledgementSection: HTML { .empty }
}
